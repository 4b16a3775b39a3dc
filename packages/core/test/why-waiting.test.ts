import { describe, expect, it } from 'vitest'
import { createRun, openRun, readRun, whyWaiting } from '../src/index.ts'
import { driverError } from '../src/plugin.ts'
import { createScriptedDriver, memoryHost } from '../src/testing.ts'
import { phase } from './sample-plan.ts'

const make = (phases: ReturnType<typeof phase>[], more = {}, host = memoryHost({ clock: 'manual' })) =>
  createRun({
    plan: { title: 'Work', phases },
    ...{ host, trust: 'autonomous', planApproved: true, reviewers: [], artifacts: 'none', ...more },
  })

const agentPhase = (id: string, more = {}) => ({ ...phase(id), subtasks: [], ...more })

/** Runs the plan until the first event of the type, and explains there why a phase is not running. */
const explainAt = async (run: Awaited<ReturnType<typeof make>>, type: 'step_started', ids: string[]) => {
  let found: unknown[] | undefined
  run.on(type, () => (found ??= ids.map((id) => whyWaiting(run, id))))
  await run.start()
  return found
}

describe('whyWaiting', () => {
  it('names dependencies, a taken place, and a file that a running phase writes', async () => {
    const files = ['src/shared.ts']
    const run = await make(
      [phase('a', [], { files }), phase('b', [], { files }), phase('c', ['a', 'b']), phase('d'), phase('e')],
      { concurrency: 2 },
    )
    const [a, b, c, e] = (await explainAt(run, 'step_started', ['a', 'b', 'c', 'e']))!
    expect(a).toBeUndefined()
    expect(b).toEqual({
      ...{ reason: 'files', phases: ['a'], files },
      sentence: 'Waits for phase a, which writes src/shared.ts too.',
    })
    expect(c).toEqual({
      ...{ reason: 'dependencies', phases: ['a', 'b'] },
      sentence: 'Waits for phases a and b.',
    })
    expect(e).toEqual({
      ...{ reason: 'place', phases: ['a', 'd'] },
      sentence: 'Waits for a place: 2 of 2 are taken.',
    })
    expect(whyWaiting(run, 'c')).toBeUndefined()
  })

  it('names the open gate, also of a stored run', async () => {
    const host = memoryHost({ clock: 'manual' })
    const run = await make(
      [agentPhase('a'), agentPhase('b', { dependsOn: ['a'] })],
      { trust: 'paranoid', driver: createScriptedDriver() },
      host,
    )
    await run.start()
    const [gate] = run.gates()
    const stored = await readRun({ store: host.store, runId: run.id, now: host.clock.now() })
    for (const source of [run, stored, await openRun({ host, runId: run.id })]) {
      const wait = whyWaiting(source, 'a')
      expect(wait).toMatchObject({ reason: 'gate', gateId: gate!.id })
      expect(wait?.sentence).toBe(`Waits for an answer: ${gate!.question}`)
    }
  })

  it('names the provider and the end of its pause', async () => {
    const host = memoryHost({ clock: 'manual' })
    const driver = createScriptedDriver(async (_, __, number) => {
      if (number === 0) throw driverError('rate_limited', { retryAfterMs: 60_000 })
      return {}
    })
    const run = await make([agentPhase('a'), agentPhase('b')], { driver, concurrency: 1 }, host)
    const paused = new Promise<unknown[]>((resolve) => {
      run.on('phase_delayed', () => setImmediate(() => resolve(['a', 'b'].map((id) => whyWaiting(run, id)))))
    })
    const done = run.start()
    const provider = { reason: 'provider', provider: driver.provider, until: expect.stringMatching(/Z$/) }
    expect(await paused).toMatchObject([provider, provider])
    host.clock.advance(600_000)
    await done
  })

  it('names the limits of a budget, the phase that blocks, and the end of the run', async () => {
    const before = await make([phase('a')])
    expect(whyWaiting(before, 'a')).toMatchObject({ reason: 'stopped' })
    const driver = createScriptedDriver()
    const run = await make([agentPhase('a'), agentPhase('b')], {
      driver,
      concurrency: 1,
      budget: { sessions: 1 },
    })
    await run.start()
    const wait = whyWaiting(run, 'b')!
    expect(wait.reason === 'gate' || wait.reason === 'budget').toBe(true)
    expect(() => whyWaiting(run, 'x')).toThrow('has no phase "x"')
  })
  it('has nothing to explain in an aborted run', async () => {
    const run = await make([agentPhase('a'), agentPhase('b', { dependsOn: ['a'] })], {
      ...{ trust: 'paranoid', driver: createScriptedDriver() },
      onGate: () => ({ choice: 'abort' }),
    })
    await run.start()
    expect(run.report().status).toBe('aborted')
    expect(['a', 'b'].map((id) => whyWaiting(run, id))).toEqual([undefined, undefined])
  })
})
