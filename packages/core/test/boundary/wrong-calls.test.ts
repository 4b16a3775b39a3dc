import { expect, it } from 'vitest'
import { AmeliaError } from '../../src/lib/error/amelia-error.ts'
import { commandReviewer } from '../../src/lib/run/command-reviewer.ts'
import { answerRun, buildArchitectGuidance, createRun, whyWaiting } from '../../src/lib/run/doors.ts'
import { driverEvaluator } from '../../src/lib/run/driver-evaluator.ts'
import { driverReviewer } from '../../src/lib/run/driver-reviewer.ts'
import { createScriptedDriver } from '../../src/lib/testing/driver/scripted-driver.ts'
import { memoryHost } from '../../src/lib/testing/memory/memory-host.ts'

const plan = { phases: [{ id: 'a', title: 'a' }] }
const listener = (): void => {}

/** A run as JavaScript sees it. */
type Untyped = Record<
  'on' | 'once' | 'subscribe' | 'events' | 'steer' | 'answer' | 'cancel',
  (...given: unknown[]) => unknown
>

const calls: [what: string, call: (run: Untyped) => unknown, message: string][] = [
  [
    'on, every type',
    (run) => run.on('*', listener),
    'To receive every event, call run.subscribe({}, listener).',
  ],
  ['on, a type', (run) => run.on('phase_complete', listener), 'Did you mean "phase_completed"?'],
  ['on, no type', (run) => run.on(undefined, listener), 'the type undefined'],
  [
    'on, no listener',
    (run) => run.on('run_ended'),
    'run.on: the listener must be a function; got undefined.',
  ],
  ['once, a type', (run) => run.once('run_end'), 'Did you mean "run_ended"?'],
  ['subscribe, no options', (run) => run.subscribe(undefined, listener), '`options` must be an object'],
  ['subscribe, only a listener', (run) => run.subscribe(listener), 'as in run.subscribe({}, listener)'],
  ['subscribe, no listener', (run) => run.subscribe({}), 'run.subscribe: the listener must be a function'],
  ['subscribe, a key', (run) => run.subscribe({ afer: 1 }, listener), 'Did you mean `options.after`?'],
  [
    'subscribe, after',
    (run) => run.subscribe({ after: '1' }, listener),
    '`options.after` must be an integer',
  ],
  ['events, after', (run) => run.events({ after: Number.NaN }), 'run.events: `options.after` must be'],
  ['events, a number', (run) => run.events(5), '`options` must be an object; got 5.'],
  ['events, null', (run) => run.events(null), '`options` must be an object; got null.'],
  ['events, progress', (run) => run.events({ progress: 1 }), '`options.progress` must be true or false'],
  [
    'answer, null',
    (run) => run.answer('g', 'approve', null),
    'run.answer: `options` must be an object; got null.',
  ],
  ['answer, a text', (run) => run.answer('g', 'approve', 'yes'), '`options` must be an object; got "yes".'],
  [
    'answer, a key',
    (run) => run.answer('g', 'approve', { feedbak: 'x' }),
    'Did you mean `options.feedback`?',
  ],
  ['answer, a number', (run) => run.answer('g', 'fix', { feedback: 5 }), '`options.feedback` must be a text'],
  ['cancel, null', (run) => run.cancel(null), 'run.cancel: `options` must be an object; got null.'],
  ['cancel, an id', (run) => run.cancel('a'), '`options` must be an object; got "a".'],
  ['cancel, no phase', (run) => run.cancel({ stepId: '1' }), '`options.phaseId` must be a text'],
  ['steer, a number', (run) => run.steer('a', 5), 'A text for an agent must be a string; got a number.'],
]

it.each(calls)('a run refuses %s', async (_what, call, message) => {
  const run = await createRun({ plan, host: memoryHost(), driver: createScriptedDriver() })
  const error: unknown = await (async () => call(run as unknown as Untyped))().catch(
    (thrown: unknown) => thrown,
  )
  expect(AmeliaError.is(error), String(error)).toBe(true)
  expect((error as AmeliaError).message).toContain(message)
})

const functions: [what: string, call: () => unknown, message: string][] = [
  ['whyWaiting, null', () => whyWaiting(null as never, 'a'), 'whyWaiting: `run` must be a run'],
  ['commandReviewer, nothing', () => commandReviewer(undefined as never), 'The options of commandReviewer'],
  [
    'commandReviewer, a shell',
    () => commandReviewer({ id: 'lint', argv: 'npm run lint' as never }),
    '`argv` must be an array of the program and its arguments; got "npm run lint".',
  ],
  [
    'driverReviewer, a factory',
    () => driverReviewer({ driver: createScriptedDriver as never }),
    'call it, as in createScriptedDriver().',
  ],
  ['driverReviewer, a key', () => driverReviewer({ scop: 'run' } as never), 'Did you mean `scope`?'],
  ['driverEvaluator, null', () => driverEvaluator(null as never), 'The options of driverEvaluator'],
  [
    'buildArchitectGuidance, a format',
    () => buildArchitectGuidance({ format: 'task', tdd: true } as never),
    '`format` must be "task-heading", ',
  ],
]

it.each(functions)('%s, is refused', async (_what, call, message) => {
  await expect((async () => call())()).rejects.toMatchObject({
    code: 'OPTION_INVALID',
    message: expect.stringContaining(message) as unknown,
  })
})

it('quotes a text that is not a number', async () => {
  const options = { plan, host: memoryHost(), driver: createScriptedDriver(), concurrency: '2' as never }
  await expect(createRun(options)).rejects.toThrow('`concurrency` must be an integer of at least 1; got "2".')
})

const commands: [command: unknown, message: string][] = [
  [{ type: 'answer', gateId: 'g', choice: 'yes' }, '`command.choice` must be "approve", "reject",'],
  [{ type: 'answer', gateId: 5, choice: 'approve' }, '`command.gateId` must be a text that is not empty'],
  [{ type: 'answr' }, '`command.type` must be "answer", "cancel", "drain" or "steer"; got "answr".'],
  [{ type: 'drain', phase: 'a' }, '`command.phase` is not known.'],
  [{ type: 'answer', gateId: 'g', choice: 'fix', feedback: ['hunter2-hunter2'] }, 'got a list.'],
  [null, '`command` must be a request with a `type`; got null.'],
]

it.each(commands)('answerRun refuses %j and names the value', async (command, message) => {
  const host = memoryHost()
  const { id: runId } = await createRun({ plan, host, driver: createScriptedDriver() }).then(
    async (run) => (await run.start(), run),
  )
  await expect(answerRun({ host, runId, command: command as never })).rejects.toMatchObject({
    code: 'COMMAND_INVALID',
    message: expect.stringContaining(message) as unknown,
  })
})

it('a function that chooses drivers and throws is named', async () => {
  const driver = (): never => {
    throw new Error('no key')
  }
  await expect(createRun({ plan, host: memoryHost(), driver })).rejects.toMatchObject({
    code: 'OPTION_INVALID',
    message: expect.stringMatching(/^`driver\(.*\)` must return a driver.*it threw: no key$/) as unknown,
  })
})
