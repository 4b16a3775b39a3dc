import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  createRun,
  type Logger,
  openRun,
  type Run,
  type RunOptions,
  type WarningEvent,
} from '../src/index.ts'
import { createScriptedDriver, memoryHost } from '../src/testing.ts'

const secret = `ghp_${'c'.repeat(36)}`

const make = (options: Partial<RunOptions> = {}): Promise<Run> =>
  createRun({
    host: memoryHost(),
    plan: { phases: ['a', 'b'].map((id) => ({ id, title: id })) },
    driver: createScriptedDriver(),
    reviewers: [],
    trust: 'autonomous',
    planApproved: true,
    ...options,
  })

const fail = (): never => {
  throw new Error(`a bad listener with ${secret}`)
}

/** The lines that go to stderr in Node. */
const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
afterEach(() => printed.mockClear())

describe('an error of a listener', () => {
  it('is a warning and a line on stderr, each once, without secrets', async () => {
    const run = await make()
    const warnings: WarningEvent[] = []
    run.on('warning', (event) => warnings.push(event))
    run.on('phase_completed', fail)
    run.on('phase_completed', () => Promise.reject(new Error('a late one')) as never)
    expect(await run.start()).toMatchObject({ status: 'completed' })
    const message = `Run ${run.id} continues after an error in a listener of "phase_completed": a bad listener with [redacted]`
    expect(warnings.map((event) => event.message)).toEqual([
      message,
      message.replace('a bad listener with [redacted]', 'a late one'),
    ])
    expect(warnings[0]).toMatchObject({ type: 'warning', runId: run.id, afterSeq: expect.any(Number) })
    expect(printed.mock.calls).toEqual(warnings.map((event) => [event.message]))
  })

  it('goes to the logger if there is one', async () => {
    const lines: [object, string][] = []
    const quiet = (): void => {}
    const logger: Logger = {
      ...{ debug: quiet, info: quiet, error: quiet },
      warn: (object, message) => void lines.push([object, message]),
    }
    const run = await make({ logger })
    run.on('run_ended', fail)
    await run.start()
    expect(lines).toEqual([
      [
        { runId: run.id, error: 'a bad listener with [redacted]' },
        expect.stringContaining('in a listener of "run_ended": a bad listener'),
      ],
    ])
    expect(printed).not.toHaveBeenCalled()
  })

  it('reaches stderr if the logger fails', async () => {
    const run = await make({ logger: { debug: fail, info: fail, warn: fail, error: fail } })
    expect(await run.start()).toMatchObject({ status: 'completed' })
    expect(printed.mock.calls.flat()).toContainEqual(expect.stringContaining('a bad listener'))
  })

  it('of warnings is reported without end neither as a warning nor on stderr', async () => {
    const run = await make()
    let received = 0
    run.on('warning', () => {
      received++
      return Promise.reject(new Error(`failure ${received}`)) as never
    })
    run.on('run_started', fail)
    await run.start()
    expect(received).toBe(1)
    expect(printed).toHaveBeenCalledTimes(2)
  })

  it('goes only to `onListenerError` if that is given', async () => {
    const errors: unknown[][] = []
    const run = await make({ onListenerError: (...given) => errors.push(given) })
    const warnings: WarningEvent[] = []
    run.on('warning', (event) => warnings.push(event))
    run.on('run_started', fail)
    await run.start()
    expect(errors).toEqual([
      [expect.objectContaining({ message: `a bad listener with ${secret}` }), 'a listener of "run_started"'],
    ])
    expect(warnings).toEqual([])
    expect(printed).not.toHaveBeenCalled()
  })
})

describe('an error of `onGate`', () => {
  it.each([
    ['throws', fail, 'a bad listener'],
    ['rejects', () => Promise.reject(new Error('no network')), 'no network'],
    [
      'returns a text',
      () => 'approve',
      '`result` must be an answer with `choice`, or undefined; got "approve".',
    ],
    ['returns no choice', () => ({}), '`result.choice` must be a text; got undefined.'],
    ['returns an unknown choice', () => ({ choice: 'yes' }), 'yes'],
  ])('that %s is a warning, and the gate stays open', async (_what, onGate, part) => {
    const run = await make({
      ...{ plan: { phases: [{ id: 'a', title: 'a' }] }, trust: 'paranoid', onGate: onGate as never },
    })
    const warnings: string[] = []
    run.on('warning', ({ message }) => warnings.push(message))
    const { status, gates } = await run.start()
    expect(status).toBe('waiting')
    expect(gates).toHaveLength(1)
    expect(warnings).toEqual([expect.stringContaining(part)])
    expect(warnings[0]).toContain('in `onGate`: ')
  })
})

it('openRun reports too, and the progress of a run contains warnings', async () => {
  const host = memoryHost()
  const first = await make({ host })
  first.cancel()
  await first.start()
  const run = await openRun({ host, runId: first.id, driver: createScriptedDriver() })
  run.on('run_resumed', fail)
  const types: string[] = []
  run.subscribe({ progress: true }, ({ type }) => types.push(type))
  await run.start()
  expect(types).toContain('warning')
})
