import { describe, expect, it } from 'vitest'
import { type GateChoice, createRun, openRun, type RunOptions } from '../../src/index.ts'
import { createScriptedDriver, memoryHost, recordEvents } from '../../src/testing.ts'
import { told } from '../run-plan.ts'

const step = (id: string, more: object = {}) => ({ id, action: 'command' as const, command: id, ...more })

/** `slow` runs until it is stopped; `after` depends on it. */
const plan = {
  phases: [
    {
      id: 'a',
      title: 'A',
      subtasks: [
        { id: 'a1', title: 'One', steps: [step('first'), step('slow')] },
        { id: 'a2', title: 'Two', steps: [step('after', { dependsOn: ['slow'] }), step('last')] },
      ],
    },
  ],
}

const untilStopped = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })

/** A host whose command `slow` lasts until it is stopped, the first time. It lists the commands that ran. */
const slowHost = () => {
  const ran: string[] = []
  const host = memoryHost({
    commands: ({ argv, signal }) => {
      const command = argv.at(-1)!
      const again = ran.includes(command)
      ran.push(command)
      const done = { exitCode: 0, output: '', truncated: false, durationMs: 1 }
      return command === 'slow' && !again && signal ? untilStopped(signal) : Promise.resolve(done)
    },
  })
  return { host, ran }
}

/** Runs the plan until its step `slow` was stopped. */
const stopped = async (options: Partial<RunOptions> = {}) => {
  const { host, ran } = slowHost()
  const rules = { trust: 'autonomous', planApproved: true, artifacts: 'none' } as const
  const run = await createRun({ plan, host, ...rules, ...options })
  const events = recordEvents(run)
  run.on('step_started', ({ stepId, phaseId }) => {
    if (stepId === 'slow') setImmediate(() => run.cancel({ phaseId, stepId }))
  })
  return { host, ran, run, events, report: await run.start() }
}

const answered = async (choice: GateChoice, options: Partial<RunOptions> = {}) => {
  const { host, run, ran } = await stopped(options)
  const before = ran.length
  const again = await openRun({ host, runId: run.id, ...(options.driver && { driver: options.driver }) })
  await again.answer('blocker:a:1:slow', choice, choice === 'fix' ? { feedback: 'Be quick.' } : {})
  return { report: await again.start(), ran: ran.slice(before) }
}

describe('a step that a person stops', () => {
  // seed: intelligent-execution 47, intelligent-execution 68, intelligent-execution 100
  it('is cancelled, not failed, and a question with the answers of a blocker opens', async () => {
    const { report, events, ran } = await stopped()
    expect(ran).toEqual(['first', 'slow'])
    expect(told(events, 'step_cancelled', 'step_failed')).toEqual(['step_cancelled a'])
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'step_cancelled', phaseId: 'a', subtaskId: 'a1', stepId: 'slow' }),
    )
    expect(report).toMatchObject({
      status: 'waiting',
      phases: [{ status: 'waiting', cancelledSteps: ['slow'] }],
      gates: [
        {
          id: 'blocker:a:1:slow',
          blocker: 'user_cancelled',
          question: 'Step slow of phase a was stopped.',
          choices: ['continue', 'retry', 'done-by-hand', 'skip', 'abort', 'abort-revert'],
        },
      ],
    })
  })

  // seed: intelligent-execution 103
  it.each([
    ['continue', 'completed', ['slow', 'after', 'last'], undefined],
    ['retry', 'completed', ['first', 'slow', 'after', 'last'], undefined],
    ['done-by-hand', 'completed', ['after', 'last'], undefined],
    ['skip', 'partial', ['last'], ['slow', 'after']],
    ['abort', 'aborted', [], undefined],
    ['abort-revert', 'aborted', [], undefined],
  ] as const)('after the answer %s the run is %s', async (choice, status, commands, skipped) => {
    const { report, ran } = await answered(choice)
    expect(report.status).toBe(status)
    expect(ran).toEqual(commands)
    expect(report.phases[0]?.skippedParts).toEqual(skipped)
    expect(report.phases[0]?.cancelledSteps).toEqual(status === 'aborted' ? ['slow'] : undefined)
  })

  // seed: intelligent-execution 103
  it('can be fixed by an agent, which receives the instruction', async () => {
    const driver = createScriptedDriver()
    const { report } = await answered('fix', { driver })
    expect(report.status).toBe('completed')
    expect(driver.requests[0]?.prompt).toContain('Be quick.')
  })

  it('is cancelled while an agent repairs it', async () => {
    const driver = createScriptedDriver((_, { signal }) => untilStopped(signal))
    const host = memoryHost({
      commands: () => Promise.resolve({ exitCode: 1, output: 'no', truncated: false, durationMs: 1 }),
    })
    const run = await createRun({
      plan,
      host,
      driver,
      preset: 'intelligent',
      preValidate: false,
      splitBatches: false,
      trust: 'autonomous',
      planApproved: true,
    })
    const events = recordEvents(run)
    const end = run.start()
    while (driver.requests.length === 0) await new Promise(setImmediate)
    expect(() => run.cancel({ phaseId: 'a', stepId: 'last' })).toThrow(
      'Step last of phase a is not running: it is pending. Running now: phase a, step first.',
    )
    run.cancel({ phaseId: 'a', stepId: 'first' })
    const report = await end
    expect(told(events, 'step_cancelled', 'step_failed')).toEqual(['step_cancelled a'])
    expect(report.gates).toMatchObject([{ id: 'blocker:a:1:first', blocker: 'user_cancelled' }])
    expect(report.gates[0]!.choices).toContain('fix')
    expect(report.phases[0]).toMatchObject({ cancelledSteps: ['first'] })
  })
})
