import { describe, expect, it } from 'vitest'
import { defineParser } from '../../src/lib/contract/plan-parser.ts'
import { AmeliaError } from '../../src/lib/error/amelia-error.ts'
import {
  answerRun,
  cleanRun,
  createRun,
  forkRun,
  generatePlan,
  openRun,
  readRun,
  revertRun,
  readDiff,
  readPhase,
  readTranscript,
  watchRun,
} from '../../src/lib/run/doors.ts'
import { optionRules } from '../../src/lib/run/boundary/option-rules.ts'
import { presets } from '../../src/lib/run/settings/presets.ts'
import type { AnswerRunOptions } from '../../src/lib/run/mailbox/send-command.ts'
import type { CleanRunsOptions } from '../../src/lib/run/start/clean-all-stored.ts'
import type { ListRunsOptions } from '../../src/lib/run/start/list-stored.ts'
import type { ForkRunOptions } from '../../src/lib/run/start/fork-stored.ts'
import type { CleanRunOptions } from '../../src/lib/run/start/clean-stored.ts'
import type { ReadRunOptions } from '../../src/lib/run/start/read/read-stored.ts'
import type { RevertRunOptions } from '../../src/lib/run/start/revert-stored.ts'
import type { RunOptions } from '../../src/lib/run/settings/option/run-options.ts'
import type { RunAdapters } from '../../src/lib/run/settings/option/run-adapters.ts'
import type { OpenRunOptions } from '../../src/lib/run/start/open-stored.ts'
import type { WatchRunOptions } from '../../src/lib/run/start/watch/watch-stored.ts'
import type { GeneratePlanOptions } from '../../src/lib/run/start/write-plan.ts'
import { createScriptedDriver } from '../../src/lib/testing/driver/scripted-driver.ts'
import { memoryHost } from '../../src/lib/testing/memory/memory-host.ts'
import { phase } from '../sample-plan.ts'
import { type Kind, wrongValues } from './wrong-values.ts'

const adapters = {
  host: 'plugin',
  driver: 'plugin',
  models: 'object',
  functions: 'record',
  onGate: 'function',
  attended: 'boolean',
  whenWaiting: 'choice',
  reviewers: 'list',
  evaluator: 'plugin',
  checkpoint: 'plugin',
  retryRule: 'function',
  dispatcher: 'plugin',
  limits: 'plugin',
  callGraceMs: 'count',
  sessionTimeoutMs: 'count',
  signal: 'plugin',
  logger: 'plugin',
  secrets: 'list',
  onListenerError: 'function',
} as const satisfies Record<keyof RunAdapters, Kind>

const runOptions = {
  ...adapters,
  plan: 'plugin',
  preset: 'choice',
  concurrency: 'count',
  onFailure: 'choice',
  order: 'choice',
  trust: 'choice',
  batchCheckpointEnabled: 'boolean',
  autoApproveLowRiskBatches: 'boolean',
  units: 'choice',
  parallelSubtasks: 'boolean',
  steps: 'choice',
  adapt: 'boolean',
  preValidate: 'boolean',
  finalReview: 'boolean',
  maxAttempts: 'count',
  retry: 'object',
  waits: 'object',
  splitBatches: 'plugin',
  enablePhasedExecution: 'boolean',
  budget: 'object',
  phaseBudget: 'object',
  planApproved: 'boolean',
  tick: 'boolean',
  verify: 'record',
  tdd: 'choice',
  publish: 'choice',
  messageStyle: 'choice',
  artifacts: 'choice',
  hooks: 'choice',
  allowSecrets: 'list',
  inPlace: 'boolean',
  allowDirty: 'boolean',
  target: 'text',
  trackerId: 'text',
  runId: 'text',
  labels: 'record',
  meta: 'data',
  verifyConcurrency: 'count',
} as const satisfies Record<keyof RunOptions, Kind>

const openOptions = {
  ...adapters,
  runId: 'text',
  plan: 'plugin',
  planApproved: 'boolean',
  budget: 'object',
} as const satisfies Record<keyof OpenRunOptions, Kind>

const planOptions = {
  goal: 'text',
  driver: 'plugin',
  host: 'plugin',
  parsers: 'list',
  format: 'choice',
  tdd: 'boolean',
  context: 'text',
  source: 'text',
  rejected: 'plugin',
  onPlan: 'function',
  maxRepairs: 'count',
  limits: 'object',
  secrets: 'list',
  signal: 'plugin',
  callGraceMs: 'count',
  sessionTimeoutMs: 'count',
  onProgress: 'function',
} as const satisfies Record<keyof GeneratePlanOptions, Kind>

const watchOptions = {
  client: 'plugin',
  store: 'plugin',
  host: 'plugin',
  runId: 'text',
  after: 'count',
  progress: 'boolean',
  views: 'boolean',
  signal: 'plugin',
} as const satisfies Record<keyof WatchRunOptions, Kind>

const plan = { phases: [phase('a')] }
const driver = createScriptedDriver()
const parser = defineParser({ id: 'task-heading', detect: () => 1, parse: () => ({ issues: [] }) })

/** Options nested in others. */
const nested: [option: string, path: string, kind: Kind][] = [
  ['retry', 'maxAttempts', 'count'],
  ['retry', 'session', 'choice'],
  ['retry', 'workspace', 'choice'],
  ['retry', 'maxReviewRounds', 'count'],
  ['retry', 'when', 'choice'],
  ['retry', 'onExhausted', 'choice'],
  ['waits', 'transient', 'object'],
  ['waits', 'rateLimited', 'object'],
  ['splitBatches', 'low', 'count'],
  ['splitBatches', 'medium', 'count'],
  ['splitBatches', 'high', 'count'],
  ['budget', 'usd', 'plugin'],
  ['budget', 'tokens', 'plugin'],
  ['phaseBudget', 'sessions', 'plugin'],
  ['phaseBudget', 'wallMs', 'plugin'],
  ['models', 'roles', 'object'],
  ['models', 'phases', 'record'],
  ['verify', 'test', 'plugin'],
]

const splitBatches = { low: 5, medium: 3, high: 1 }

/** Expects an error that says which option is wrong. */
const expectRefusal = async (call: () => Promise<unknown>, option: string): Promise<void> => {
  const error: unknown = await call().then(
    () => 'no error',
    (thrown: unknown) => thrown,
  )
  expect(AmeliaError.is(error), error instanceof Error ? error.stack : String(error)).toBe(true)
  const { code, message } = error as AmeliaError
  expect(['OPTION_INVALID', 'PLAN_INVALID', 'TARGET_INVALID', 'COMMAND_INVALID']).toContain(code)
  expect(message).toContain(option)
}

const entries = Object.entries as <Key extends string>(table: Record<Key, Kind>) => [Key, Kind][]

/** Values that an option's kind would refuse, but the option accepts. */
const isValid = (option: string, what: string): boolean =>
  (option === 'evaluator' && what === 'false') ||
  (option === 'driver' && ['a function', 'an object'].includes(what)) ||
  (['callGraceMs', 'sessionTimeoutMs'].includes(option) && what === '-') ||
  (['usd', 'tokens', 'sessions', 'wallMs'].includes(option) && ['a fraction'].includes(what)) ||
  (option === 'maxRepairs' && what === '-') ||
  (option === 'target' && what === 'text') ||
  (option === 'context' && what === 'empty text')

const uses = <Key extends string>(table: Record<Key, Kind>) =>
  entries(table).flatMap(([option, kind]) =>
    wrongValues(kind)
      .filter(({ what }) => !isValid(option, what))
      .map(({ what, value }) => [option, what, value] as const),
  )

it('has a rule for each option of each type', () => {
  const keys = (table: object): string[] => Object.keys(table).sort()
  const {
    createRun: create,
    openRun: open,
    forkRun: forked,
    generatePlan: generate,
    watchRun: watch,
    ...others
  } = optionRules
  expect(keys(create)).toEqual(keys(runOptions))
  expect(keys(open)).toEqual(keys(openOptions))
  const { inPlace: _inPlace, allowDirty: _allowDirty, runId: _runId, ...forkOptions } = runOptions
  expect(keys(forked)).toEqual(
    keys({ ...forkOptions, runId: 1, from: 1, followUps: 1 } satisfies Record<keyof ForkRunOptions, unknown>),
  )
  expect(keys(generate)).toEqual(keys(planOptions))
  expect(keys(watch)).toEqual(keys(watchOptions))
  expect(keys(others.revertRun)).toEqual(
    keys({ host: 1, runId: 1, onListenerError: 1, scope: 1 } satisfies Record<keyof RevertRunOptions, 1>),
  )
  expect(keys(others.readRun)).toEqual(
    keys({ store: 1, host: 1, runId: 1, now: 1, limit: 1 } satisfies Record<keyof ReadRunOptions, 1>),
  )
  expect(keys(others.cleanRun)).toEqual(
    keys({ host: 1, runId: 1, attempts: 1, transcripts: 1, journal: 1, branch: 1 } satisfies Record<
      keyof CleanRunOptions,
      1
    >),
  )
  expect(keys(others.listRuns)).toEqual(
    keys({ store: 1, host: 1, labels: 1, status: 1, limit: 1, after: 1, limitMs: 1 } satisfies Record<
      keyof ListRunsOptions,
      1
    >),
  )
  expect(keys(others.cleanRuns)).toEqual(
    keys({
      host: 1,
      olderThan: 1,
      labels: 1,
      attempts: 1,
      transcripts: 1,
      journal: 1,
      branch: 1,
    } satisfies Record<keyof CleanRunsOptions, 1>),
  )
  expect(keys(others.answerRun)).toEqual(
    keys({ store: 1, host: 1, runId: 1, command: 1, clock: 1, waitMs: 1 } satisfies Record<
      keyof AnswerRunOptions,
      1
    >),
  )
})

describe('createRun refuses', () => {
  const create = (options: Record<string, unknown>): Promise<unknown> =>
    createRun({ host: memoryHost(), plan, driver, ...options })

  it.each(uses(runOptions))('%s: %s', async (option, _, value) => {
    await expectRefusal(() => create({ [option]: value }), option)
  })

  it.each(
    nested.flatMap(([option, path, kind]) =>
      uses({ [path]: kind }).map(([, what, value]) => [option, path, what, value] as const),
    ),
  )('%s.%s: %s', async (option, path, _, value) => {
    const rest = option === 'splitBatches' ? splitBatches : {}
    await expectRefusal(() => create({ [option]: { ...rest, [path]: value } }), path)
  })

  it.each([['host'], ['plan']])('a missing %s', async (option) => {
    await expectRefusal(() => create({ [option]: undefined }), option)
  })

  it.each([
    ['plan', 'titel', 'title', (field: object) => ({ ...plan, ...field })],
    ['a phase', 'dependOn', 'dependsOn', (field: object) => ({ phases: [{ ...phase('a'), ...field }] })],
    [
      'a subtask',
      'file',
      'files',
      (field: object) => ({ phases: [phase('a', [], { subtasks: [{ id: 's', title: 's', ...field }] })] }),
    ],
    [
      'a step',
      'comand',
      'command',
      (field: object) => {
        const steps = [{ id: '1', action: 'command', ...field }]
        return { phases: [phase('a', [], { subtasks: [{ id: 's', title: 's', steps }] } as object)] }
      },
    ],
  ])('the unknown field of %s `%s`, and suggests %s', async (_, given, meant, planWith) => {
    const refused = create({ plan: planWith({ [given]: [] }) })
    await expect(refused).rejects.toMatchObject({ code: 'OPTION_INVALID', details: { option: 'plan' } })
    await expect(refused).rejects.toThrow(
      new RegExp(`\\.${given}\` is not known\\. Did you mean \`plan.*\\.?${meant}\`\\?`),
    )
  })

  it.each([
    ['concurency', 'concurrency'],
    ['onGates', 'onGate'],
    ['verfiy', 'verify'],
    ['reviewer', 'reviewers'],
  ])('the unknown option %s, and suggests %s', async (given, meant) => {
    await expectRefusal(() => create({ [given]: undefined }), `Did you mean \`${meant}\`?`)
  })

  it('unknown options of options', async () => {
    await expectRefusal(() => create({ retry: { maxAttemps: 2 } }), 'Did you mean `retry.maxAttempts`?')
    await expectRefusal(() => create({ waits: { transent: {} } }), 'Did you mean `waits.transient`?')
    await expectRefusal(
      () => create({ waits: { transient: { baseMS: 1 } } }),
      'Did you mean `waits.transient.baseMs`?',
    )
    await expectRefusal(() => create({ models: { role: {} } }), 'Did you mean `models.roles`?')
    await expectRefusal(() => create({ budget: { dollars: 1 } }), 'Known are: tokens, usd, wallMs, sessions.')
    await expectRefusal(() => create({ budget: { session: 1 } }), 'Did you mean `budget.sessions`?')
    await expectRefusal(
      () => create({ phaseBudget: { usd: 0 } }),
      '`phaseBudget.usd` must be a number above 0',
    )
    await expectRefusal(
      () => create({ verify: { test: { command: ['t'], optinal: true } } }),
      'Did you mean `verify.test.optional`?',
    )
    await expectRefusal(
      () => create({ verify: { test: { optional: true } } }),
      '`verify.test.command` must be an array of the program and its arguments; got undefined.',
    )
  })

  it('options that contradict each other', async () => {
    await expectRefusal(() => create({ parallelSubtasks: true }), 'needs `units: "subtask"`; got "phase"')
    await create({ parallelSubtasks: true, units: 'subtask' })
    await create({ parallelSubtasks: true, preset: 'subtasks' })
  })

  it('unknown settings of a preset', async () => {
    const { phased } = presets
    await expectRefusal(
      () => create({ preset: { ...phased, concurency: 1 } }),
      'Did you mean `preset.concurrency`?',
    )
    await expectRefusal(
      () => create({ preset: { ...phased, retry: { ...phased.retry, maxAttemps: 1 } } }),
      'Did you mean `preset.retry.maxAttempts`?',
    )
    await create({ preset: { ...presets.intelligent, splitBatches: false } })
  })

  it.each([[undefined], [null], ['text'], [Promise.resolve({})]])('the options %s', async (options) => {
    await expectRefusal(() => createRun(options as never), 'createRun')
  })

  it('never quotes secrets', async () => {
    const call = (): Promise<unknown> => create({ secrets: 'hunter2-hunter2' })
    await expect(call()).rejects.toThrow('`secrets` must be')
    await expect(call()).rejects.not.toThrow('hunter2')
  })
})

describe('other functions refuse', () => {
  it('openRun: options that a stored run keeps', async () => {
    const options = { host: memoryHost(), runId: 'r1', driver, trust: 'autonomous' }
    await expectRefusal(() => openRun(options), '`trust` was decided when the run was created')
  })

  it.each(uses(openOptions))('openRun, %s: %s', async (option, _, value) => {
    const host = memoryHost()
    const { id } = await createRun({ host, plan, driver }).then(async (run) => (await run.start(), run))
    await expectRefusal(() => openRun({ host, runId: id, driver, [option]: value }), option)
  })

  it.each([
    ...uses({ followUps: 'record' }),
    ...wrongValues('text').map(({ what, value }) => ['followUps', what, { a: { phaseId: value } }] as const),
    ...wrongValues('anyText')
      .filter(({ value }) => value !== undefined)
      .map(({ what, value }) => ['followUps', what, { a: { phaseId: 'a', briefing: value } }] as const),
    ['followUps', 'an unknown phase of the plan', { b: { phaseId: 'a' } }] as const,
    ['followUps', 'an unknown phase of the run', { a: { phaseId: 'b' } }] as const,
  ])('forkRun, %s: %s', async (option, _, value) => {
    const host = memoryHost()
    const { id } = await createRun({ host, plan, driver }).then(async (run) => (await run.start(), run))
    await expectRefusal(
      () => forkRun({ host, runId: id, from: 'a', driver, [option]: value as never }),
      option,
    )
  })

  it.each(uses(planOptions))('generatePlan, %s: %s', async (option, _, value) => {
    const options = { goal: 'A goal.', host: memoryHost(), driver, parsers: [parser], [option]: value }
    await expectRefusal(() => generatePlan(options), option === 'format' ? 'format' : option)
  })

  it.each(uses(watchOptions))('watchRun, %s: %s', async (option, _, value) => {
    const events = watchRun({ store: memoryHost().store, runId: 'r1', [option]: value })
    await expectRefusal(() => events[Symbol.asyncIterator]().next(), option)
  })

  it.each(wrongValues('text'))('readPhase, readDiff and readTranscript: $what', async ({ value }) => {
    const host = memoryHost()
    const wrong = value as string
    await expectRefusal(() => readPhase({ host, runId: 'r1', phaseId: wrong }), 'phaseId')
    await expectRefusal(() => readPhase({ host, runId: wrong, phaseId: 'a' }), 'runId')
    await expectRefusal(() => readDiff({ host, runId: wrong }), 'runId')
    await expectRefusal(() => readDiff({ host: { ...host, git: value as never }, runId: 'r1' }), 'host')
    await expectRefusal(() => readTranscript({ host, runId: 'r1', name: wrong }), 'name')
  })

  const runIds = wrongValues('text')
  it.each(runIds)('readRun, cleanRun, revertRun and answerRun, runId: $what', async ({ value }) => {
    const host = memoryHost()
    const { store } = host
    const runId = value as string
    await expectRefusal(() => readRun({ store, runId, now: 0 }), 'runId')
    await expectRefusal(() => cleanRun({ host, runId }), 'runId')
    await expectRefusal(() => revertRun({ host, runId }), 'runId')
    await expectRefusal(() => answerRun({ store, runId, command: { type: 'drain' } }), 'runId')
  })

  const stores = wrongValues('plugin')
  it.each(stores)('readRun, cleanRun, revertRun and answerRun, host and store: $what', async ({ value }) => {
    const runId = 'r1'
    const store = value as never
    await expectRefusal(() => readRun({ store, runId, now: 0 }), 'store')
    await expectRefusal(() => cleanRun({ host: store, runId }), 'host')
    await expectRefusal(() => revertRun({ host: store, runId }), 'host')
    await expectRefusal(() => answerRun({ store, runId, command: { type: 'drain' } }), 'store')
  })

  it('unknown options', async () => {
    const host = memoryHost()
    const { store } = host
    const runId = 'r1'
    const extra = { nonsense: 1 }
    const calls = [
      () => openRun({ host, runId, ...extra }),
      () => readRun({ store, runId, now: 0, ...extra }),
      () => cleanRun({ host, runId, ...extra }),
      () => revertRun({ host, runId, ...extra }),
      () => answerRun({ store, runId, command: { type: 'drain' }, ...extra }),
      () => generatePlan({ goal: 'A goal.', host, driver, parsers: [], ...extra }),
    ]
    for (const call of calls) await expectRefusal(call, '`nonsense`')
  })
})
