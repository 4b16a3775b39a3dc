import { describe, expect, it } from 'vitest'
import { createRun, openRun, type PlanDraft, type RunOptions } from '../src/index.ts'
import { memoryHost, createScriptedDriver, type MemoryHost, recordEvents } from '../src/testing.ts'
import { checkInvariants } from './check-invariants.ts'
import { Crash, crashAfter } from './crash-after.ts'
import { forkPlan } from './sample-plan.ts'
import { withFakeTests } from './tdd/fake-test-runner.ts'

interface Scenario {
  plan: PlanDraft
  options: Omit<RunOptions, 'plan' | 'host'>
}

/** Writes the files that an assignment names, one a line, such as `test/a.txt = needs src/a.txt`. */
const obedient = createScriptedDriver(async ({ prompt, workspace: { fs } }) => {
  for (const [, path, text] of prompt.matchAll(/^(\S+\.txt) = (.+)$/gm)) await fs.writeFile(`/${path}`, text!)
})

const scenarios: Record<string, Scenario> = {
  'one commit at the end': { plan: forkPlan(), options: { publish: 'single' } },
  'the files alone': { plan: forkPlan(), options: { publish: 'message-only' } },
  'batch by batch': { plan: forkPlan(), options: { order: 'batches', artifacts: 'none' } },
  'red and green': {
    plan: {
      phases: [
        {
          id: '1',
          title: 'Tests',
          subtasks: [{ id: '1a', title: 'Test', type: 'test', body: 'test/a.test.txt = needs src/a.txt' }],
        },
        {
          id: '2',
          title: 'Code',
          dependsOn: ['1'],
          subtasks: [{ id: '2a', title: 'Code', type: 'impl', dependsOn: ['1a'], body: 'src/a.txt = a' }],
        },
      ],
    },
    options: { driver: obedient, tdd: 'full', verify: { test: ['test'] } },
  },
  'subtasks at once': {
    plan: {
      phases: [
        {
          id: '1',
          title: 'Both',
          subtasks: ['a', 'b', 'c'].map((id) => ({
            id,
            title: id,
            body: `src/${id}.txt = ${id}`,
            files: [`src/${id}.txt`],
          })),
        },
      ],
    },
    options: { driver: obedient, preset: 'subtasks' },
  },
}

const start = async (host: MemoryHost, { plan, options }: Scenario) => {
  Object.assign(host, { commands: withFakeTests(host.commands) })
  return createRun({ plan, host, trust: 'autonomous', planApproved: true, ...options })
}

describe('a run whose process dies after any record, before or after its effects', () => {
  it.each(Object.entries(scenarios))('reaches the same end when resumed: %s', async (_name, scenario) => {
    const { plan, options } = scenario
    const whole = memoryHost()
    const first = await start(whole, scenario)
    expect(await first.start()).toMatchObject({ status: 'completed' })
    const total = (await whole.store.load(first.id)).length
    const ends = new Set<string>()
    for (let records = 2; records < total; records++)
      for (const when of ['before', 'after'] as const) {
        const host = crashAfter(records, when)
        const run = await start(host, scenario)
        await expect(run.start()).rejects.toBeInstanceOf(Crash)
        host.revive()
        const again = await openRun({
          host,
          runId: run.id,
          ...(options.driver && { driver: options.driver }),
        })
        const events = recordEvents(again)
        const report = await again.start()
        expect(report, `${when} record ${records}`).toMatchObject({ status: 'completed', debts: [] })
        checkInvariants({ plan, host, run: again, events, report }, 4)
        const inCheckout = options.publish === 'message-only'
        if (!inCheckout) expect(report.targetPublished).toBe(true)
        const published = inCheckout ? report.head : report.target
        const files = [...host.git.filesOf(published)].filter(([path]) => !path.startsWith('docs/amelia/'))
        ends.add(JSON.stringify(files.sort()))
        if (options.publish === 'single') expect(host.git.log(report.target)).toHaveLength(2)
      }
    expect(ends.size).toBe(1)
  })
})
