import { describe, expect, it } from 'vitest'
import { createRun } from '../src/index.ts'
import {
  beginJournal,
  buildReport,
  createRunState,
  previewPrompt,
  readSettings,
  replay,
  transition,
} from '../src/machine.ts'
import { createScriptedDriver, memoryHost } from '../src/testing.ts'
import { planSchema } from '../src/lib/plan/plan-schema.ts'
import { phase } from './sample-plan.ts'

const plan = planSchema.parse({ title: 'Work', phases: [phase('a')] })
const rules = readSettings({ plan, trust: 'autonomous', planApproved: true, artefacts: 'none' })
const start = { runId: 'r1', plan, settings: { ...rules, execution: 'work' }, targetCommit: null }
const begun = { type: 'run_started', at: 1_000, base: 'c0', target: 'refs/heads/work' } as const

describe('@amelia/core/machine', () => {
  // seed: phased-execution 77
  it('replays the journal of a run to the report and the events of that run', async () => {
    const host = memoryHost()
    const run = await createRun({ plan, host, driver: createScriptedDriver(), planApproved: true })
    const report = await run.start()
    const { state, events } = replay(await host.store.load(run.id))
    expect(buildReport(state, host.clock.now())).toEqual(report)
    const published = []
    for await (const event of run.events()) published.push(event)
    expect(events).toEqual(published)
  })

  it('gives the outstanding effects of a replayed run to whoever resumes it', () => {
    const { state, events } = replay([beginJournal(start), { seq: 2, value: begun }])
    expect(events.map(({ type }) => type)).toEqual(['run_started'])
    expect(transition(state, { type: 'run_resumed', at: 2_000 }).effects).toEqual([
      { type: 'prepare_run', base: 'c0' },
    ])
  })

  it('decides the same as the state that was not replayed', () => {
    const state = createRunState(start)
    const decided = transition(state, begun)
    expect(decided.effects).toEqual([{ type: 'prepare_run', base: 'c0' }])
    const prepared = { type: 'run_prepared', at: 1_001, head: 'c0' } as const
    const replayed = replay([beginJournal(start), { seq: 2, value: begun }]).state
    expect(transition(replayed, prepared)).toEqual(transition(state, prepared))
  })

  it.each([
    ['an empty journal', [], 'RUN_NOT_FOUND'],
    ['a journal without its first record', [{ seq: 1, value: begun }], 'RUN_DAMAGED'],
    ['a run that never started', [beginJournal(start)], 'RUN_NOT_FOUND'],
    [
      'another version',
      [{ seq: 1, value: { type: 'run_created', ...start, version: 1, by: '0.0.0' } }],
      'RUN_VERSION',
    ],
  ])('refuses %s', (_, journal, code) => {
    expect(() => replay(journal)).toThrowError(expect.objectContaining({ code }))
  })

  it('previews the first prompt of a run as its first session receives it, and writes nothing', async () => {
    const host = memoryHost()
    const driver = createScriptedDriver()
    const work = { id: 'b', title: 'Work', body: 'Use the parser of the plan.' }
    const options = {
      ...{ plan: planSchema.parse({ title: 'Work', phases: [phase('a'), work] }), host, driver },
      ...{ planApproved: true, verify: { test: ['npm', 'test'] } },
    }
    const run = await createRun(options)
    const before = new Map(host.git.refs)
    const preview = await previewPrompt(run, options)
    expect(host.git.refs).toEqual(before)
    expect(await host.store.list()).toEqual([])
    await run.start()
    // The memory host has no folders, in which git would work.
    const text = preview?.text.replace('- Earlier work: `git log --oneline -10`.\n', '')
    expect({ ...preview, text }).toMatchObject({ phaseId: 'b', text: driver.requests[0]?.prompt })
    expect(preview?.text).toContain('- `npm test`')
    const hidden = await previewPrompt(run, { ...options, secrets: ['Use the parser of the plan.'] })
    expect(hidden?.text).not.toContain('Use the parser')
    expect(preview?.tokens).toBeGreaterThan(50)
    const { driver: _driver, ...others } = options
    expect(await previewPrompt(run, others)).toBeUndefined()
  })
})
