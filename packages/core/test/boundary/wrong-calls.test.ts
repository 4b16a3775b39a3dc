import { expect, it } from 'vitest'
import { AmeliaError } from '../../src/lib/error/amelia-error.ts'
import { createRun } from '../../src/lib/run/doors.ts'
import { createScriptedDriver } from '../../src/lib/testing/driver/scripted-driver.ts'
import { memoryHost } from '../../src/lib/testing/memory/memory-host.ts'

const plan = { phases: [{ id: 'a', title: 'a' }] }
const listener = (): void => {}

/** A run as JavaScript sees it. */
type Untyped = Record<'on' | 'once' | 'subscribe' | 'events' | 'steer', (...given: unknown[]) => unknown>

const calls: [what: string, call: (run: Untyped) => unknown, message: string][] = [
  ['on, a type', (run) => run.on('phase_complete', listener), 'Did you mean "phase_completed"?'],
  ['on, no type', (run) => run.on(undefined, listener), 'the type undefined'],
  [
    'on, no listener',
    (run) => run.on('run_ended'),
    'run.on: the listener must be a function; got undefined.',
  ],
  ['once, a type', (run) => run.once('run_end'), 'Did you mean "run_ended"?'],
  ['subscribe, no options', (run) => run.subscribe(undefined, listener), '`options` must be an object'],
  ['subscribe, only a listener', (run) => run.subscribe(listener), '`options` must be an object'],
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

it('a function that chooses drivers and throws is named', async () => {
  const driver = (): never => {
    throw new Error('no key')
  }
  await expect(createRun({ plan, host: memoryHost(), driver })).rejects.toMatchObject({
    code: 'OPTION_INVALID',
    message: expect.stringMatching(/^`driver\(.*\)` must return a driver.*it threw: no key$/) as unknown,
  })
})
