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
import { layoutGraph } from '../src/view.ts'
import { createScriptedDriver, memoryHost } from '../src/testing.ts'
import { planSchema } from '../src/lib/plan/plan-schema.ts'
import { phase } from './sample-plan.ts'

const plan = planSchema.parse({ title: 'Work', phases: [phase('a')] })
const rules = readSettings({ plan, trust: 'autonomous', planApproved: true, artifacts: 'none' })
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

  const to = { phaseId: 'a', attempt: 1, dispatch: 1 }
  it.each<[string, unknown, string]>([
    ['no input', undefined, '`input` must be an input; got undefined.'],
    ['an unknown type', { type: 'nonsense', at: 1 }, '`input.type` must be "run_started", "run_resumed"'],
    ['no time', { type: 'run_prepared', head: 'c0' }, '`input.at` must be a number; got undefined.'],
    ['a missing member', { type: 'run_prepared', at: 1 }, '`input.head` must be a text; got undefined.'],
    [
      'another phase',
      { ...to, type: 'composed', at: 1, phaseId: 'x', commit: 'c' },
      '`input.phaseId` must be the id of a phase of the run; got "x".',
    ],
    ['a second start', begun, 'the run has started, so that `run_started` cannot follow.'],
  ])('refuses an input with %s, and records with it', (_, input, message) => {
    const { state } = replay([beginJournal(start), { seq: 2, value: begun }])
    const refused = { code: 'OPTION_INVALID', details: { option: 'input' } }
    const call = (): unknown => transition(state, input as never)
    expect(call).toThrowError(expect.objectContaining(refused))
    expect(call).toThrow(`transition: ${message}`)
    const journal = [beginJournal(start), { seq: 2, value: begun }, { seq: 3, value: input }]
    expect(() => replay(journal)).toThrowError(
      expect.objectContaining({ code: 'RUN_DAMAGED', details: { runId: 'r1', line: 3 } }),
    )
  })

  it('refuses another input before the first, and records that are missing', () => {
    const input = { type: 'run_prepared', at: 1, head: 'c0' } as const
    expect(() => transition(createRunState(start), input)).toThrow(
      'the first input of a run is `run_started`; got "run_prepared"',
    )
    expect(() => replay([beginJournal(start), { seq: 3, value: begun }])).toThrow(
      'Record 2 of the journal of run r1 is invalid: it has the number 3, so a record is missing.',
    )
    const { plan: _, ...head } = beginJournal(start).value as Record<string, unknown>
    expect(() => replay([{ seq: 1, value: head }])).toThrow(
      '`value.plan` must be a plan, as readPlan and definePlan return',
    )
  })

  const { settings } = start
  it.each<[string, string, () => unknown]>([
    ['readSettings', '`plan` must be a plan', () => readSettings({} as never)],
    ['readSettings', '`concurency` is not known', () => readSettings({ plan, concurency: 1 } as never)],
    ['createRunState', '`start.runId` must be', () => createRunState({} as never)],
    [
      'createRunState',
      '`start.settings.execution`',
      () => createRunState({ ...start, settings: rules } as never),
    ],
    [
      'createRunState',
      '`start.plan.phases[0].subtasks`',
      () => createRunState({ ...start, plan: { phases: [{ id: 'a', title: 'A', dependsOn: [] }] } } as never),
    ],
    ['beginJournal', '`start.runId` must be', () => beginJournal({} as never)],
    [
      'beginJournal',
      '`start.settings.retry`',
      () => beginJournal({ ...start, settings: { ...settings, retry: undefined } } as never),
    ],
    ['transition', '`state` must be a state', () => transition(undefined as never, begun)],
    ['transition', '`state.graph` must be', () => transition({ runId: 'a' } as never, begun)],
    ['replay', '`journal` must be a list of records', () => replay(undefined as never)],
    ['replay', '`journal[0].seq` must be', () => replay([{}] as never)],
    ['buildReport', '`state.runId` must be', () => buildReport({} as never, 1)],
    ['buildReport', '`now` must be', () => buildReport(createRunState(start), undefined as never)],
    ['layoutGraph', '`plan.phases` must be', () => layoutGraph({} as never)],
    [
      'layoutGraph',
      '`plan.phases[0].dependsOn` must be',
      () => layoutGraph({ phases: [{ id: 'a' }] } as never),
    ],
  ])('%s refuses wrong values: %s', (name, message, call) => {
    expect(call).toThrowError(expect.objectContaining({ code: 'OPTION_INVALID' }))
    expect(call).toThrow(`${name}: ${message}`)
  })

  it('previewPrompt refuses wrong values', async () => {
    const options = { host: memoryHost(), plan }
    await expect(previewPrompt('x' as never, options)).rejects.toThrow('previewPrompt: `run` must be a run')
    await expect(previewPrompt({ id: 'r1', plan }, {} as never)).rejects.toThrow(
      'previewPrompt: `host` must be',
    )
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
