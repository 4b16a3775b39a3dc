import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRun, openRun, type RunOptions } from '../src/index.ts'
import { driverError } from '../src/plugin.ts'
import { memoryHost, createScriptedDriver, recordEvents } from '../src/testing.ts'
import { checkInvariants } from './check-invariants.ts'
import { runsOf } from '../../../test/fixtures/runs-of.ts'

type Behaviour = 'works' | 'fails once' | 'fails' | 'needs a person'

interface World {
  phases: { id: string; title: string; dependsOn: string[]; files: string[]; body: string }[]
  behaviours: Behaviour[]
  options: Pick<RunOptions, 'concurrency' | 'onFailure' | 'trust' | 'order' | 'publish' | 'artifacts'> & {
    concurrency: number
  }
  /** The number of records after which each process dies. The last process survives. */
  deaths: number[]
}

const world: fc.Arbitrary<World> = fc
  .integer({ min: 1, max: 9 })
  .chain((size) =>
    fc.record({
      edges: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 14 }),
      behaviours: fc.array(
        fc.constantFrom<Behaviour>('works', 'works', 'works', 'fails once', 'fails', 'needs a person'),
        {
          minLength: size,
          maxLength: size,
        },
      ),
      shared: fc.array(fc.boolean(), { minLength: size, maxLength: size }),
      options: fc.record({
        concurrency: fc.integer({ min: 1, max: 4 }),
        onFailure: fc.constantFrom('halt' as const, 'continue' as const),
        order: fc.constantFrom('dataflow' as const, 'batches' as const),
        publish: fc.constantFrom('phase' as const, 'single' as const, 'message-only' as const),
        artifacts: fc.constantFrom('commit' as const, 'none' as const),
        trust: fc.constantFrom('autonomous' as const, 'standard' as const, 'paranoid' as const),
      }),
      deaths: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 4 }),
    }),
  )
  .map(({ edges, behaviours, shared, options, deaths }) => ({
    phases: behaviours.map((_, index) => ({
      id: `p${index}`,
      title: `p${index}`,
      body: `Do p${index}.`,
      dependsOn: [
        ...new Set(edges.filter(([from, to]) => from === index && to < index).map(([, to]) => `p${to}`)),
      ],
      files: shared[index] ? ['shared.txt'] : [],
    })),
    behaviours,
    options,
    deaths,
  }))

const live = async ({ phases, behaviours, options, deaths }: World): Promise<void> => {
  const host = memoryHost()
  const { store } = host
  const failed = new Set<string>()
  const driver = createScriptedDriver(async ({ prompt, workspace }) => {
    const id = /Do (p\d)\./.exec(prompt)![1]!
    await workspace.fs.writeFile(`/${id}.txt`, id)
    const behaviour = behaviours[Number(id.slice(1))]
    if (behaviour === 'needs a person') throw driverError('permission')
    if (behaviour === 'fails' || (behaviour === 'fails once' && !failed.has(id))) {
      failed.add(id)
      throw new Error(`${id} failed`)
    }
  })
  const dying = (records: number): typeof store => ({
    ...store,
    acquire: async (runId) => {
      const lease = await store.acquire(runId)
      let left = records
      return {
        ...lease,
        append: (group) => (--left < 0 ? Promise.reject(new Error('dead')) : lease.append(group)),
      }
    },
  })
  const onGate: RunOptions['onGate'] = (gate) =>
    gate.kind === 'blocker' ? gate.choices.skip?.() : gate.choices.approve()
  const plan = { phases }
  host.store = deaths[0] === undefined ? store : dying(deaths[0])
  const first = await createRun({ plan, host, driver, onGate, ...options })
  let run = first
  for (const next of [...deaths.slice(1), Number.POSITIVE_INFINITY]) {
    const report = await run.start().catch(() => undefined)
    if (report) break
    host.store = next === Number.POSITIVE_INFINITY ? store : dying(next)
    const begun = await store.load(first.id).then(
      (records) => records.length > 1,
      () => false,
    )
    if (!begun) return
    run = await openRun({ host, runId: first.id, driver, onGate })
  }
  host.store = store
  const events = recordEvents(run)
  const report = await run.start()
  checkInvariants({ plan, host, run, events, report }, options.concurrency)
  expect(['completed', 'partial', 'failed']).toContain(report.status)
  if (behaviours.every((behaviour) => behaviour === 'works' || behaviour === 'fails once'))
    expect(report.status).toBe('completed')
  if (report.status === 'completed') {
    const files = [...host.git.filesOf(report.head).keys()].filter(
      (path) => path !== 'README.md' && !path.startsWith('docs/amelia/'),
    )
    expect(files.sort()).toEqual(phases.map(({ id }) => `${id}.txt`).sort())
    expect(report.targetPublished || options.publish === 'message-only').toBe(true)
  }
}

describe('any plan, with failing phases, answers, and processes that die', () => {
  // seed: phased-execution 1, phase-execution-reference 18
  it('keeps every invariant and ends', async () => {
    await fc.assert(fc.asyncProperty(world, live), { numRuns: runsOf(400) })
  })
})
