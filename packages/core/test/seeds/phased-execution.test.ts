import { describe, expect, it } from 'vitest'
import { createRun, readPlan, type RunEvent } from '../../src/index.ts'
import { renderReport } from '../../src/view.ts'
import { driverError } from '../../src/plugin.ts'
import { memoryHost, createScriptedDriver } from '../../src/testing.ts'
import { runPlan, statuses, told } from '../run-plan.ts'
import { createMeeting } from './meeting.ts'
import { chains, command, forAgent, layers, row } from './seed-plans.ts'

/** The subtasks of each phase, in the order of its prompt. */
const assigned = (prompt: string): string[] => [...prompt.matchAll(/^### (\S+) \[/gm)].map(([, id]) => id!)

const names = (events: readonly RunEvent[]): string[] => events.map(({ type }) => type)

describe('a phase', () => {
  // seed: phased-execution 2
  it('is done in a fresh session with only its own subtasks (seed phased-execution, Phase Agent Sessions)', async () => {
    const driver = createScriptedDriver()
    const { report } = await runPlan({ plan: forAgent(layers()), preset: 'phased', driver })
    expect(report.status).toBe('completed')
    expect(driver.requests.map(({ prompt }) => assigned(prompt))).toEqual([
      ['1a', '1b'],
      ['2a', '2b'],
      ['3a', '3b'],
      ['4a', '4b'],
      ['5'],
    ])
    for (const { resume, unit, role, access } of driver.requests)
      expect({ resume, unit, role, access }).toEqual({
        resume: undefined,
        unit: { kind: 'phase' },
        role: 'developer',
        access: 'write',
      })
  })

  // seed: phased-execution 5
  it('does its subtasks in order, each on the result of the previous one (seed phased-execution, Subtask Execution Within Phase Agent)', async () => {
    const { events } = await runPlan({ plan: layers(), preset: 'phased' })
    const parts = events.flatMap((event) =>
      event.type === 'subtask_started' || event.type === 'subtask_completed'
        ? [`${event.type.slice('subtask_'.length)} ${event.subtaskId}`]
        : [],
    )
    expect(parts).toEqual(
      ['1a', '1b', '2a', '2b', '3a', '3b', '4a', '4b', '5'].flatMap((id) => [
        `started ${id}`,
        `completed ${id}`,
      ]),
    )
  })

  // seed: phased-execution 1
  it('goes from its session through a private commit and the checks to the head (seed phased-execution, Execution Flow)', async () => {
    const { events } = await runPlan({
      plan: { phases: row(1) },
      preset: 'phased',
      driver: createScriptedDriver(({ workspace }) => workspace.fs.writeFile('/a.txt', 'a')),
      verify: { test: ['npm', 'test'] },
    })
    expect(names(events)).toEqual([
      'run_started',
      'batch_started',
      'phase_started',
      'session_charged',
      'unit_completed',
      'commit_created',
      'verification_started',
      'verification_completed',
      'commit_integrated',
      'phase_completed',
      'batch_completed',
      'run_ended',
    ])
  })

  // seed: phased-execution 15
  it('is in the report once it is completed (seed phased-execution, State Updates)', async () => {
    const run = await createRun({
      plan: layers(),
      host: memoryHost({ clock: 'manual' }),
      trust: 'autonomous',
    })
    const seen: string[] = []
    run.on('phase_completed', ({ phaseId }) => {
      const done = run.report().phases.filter(({ status }) => status === 'completed')
      seen.push(`${phaseId}: ${done.map(({ id }) => id).join(' ')}`)
    })
    await run.start()
    expect(seen).toEqual(['1: 1', '2: 1 2', '3: 1 2 3', '4: 1 2 3 4', '5: 1 2 3 4 5'])
  })
})

describe('phases', () => {
  // seed: phased-execution 6, task-based-execution 17
  it('that are independent run concurrently, the others after their dependencies (seed phased-execution, Parallelism Model)', async () => {
    const first = createMeeting(2)
    const second = createMeeting(2)
    // No caller leaves a barrier alone: sequential phases would never end.
    const meetings: Record<string, () => Promise<void>> = {
      '1a': first,
      '1b': first,
      '3a': second,
      '3b': second,
    }
    const driver = createScriptedDriver(async ({ prompt }) => meetings[assigned(prompt)[0]!]?.())
    const { report, events } = await runPlan({ plan: forAgent(chains()), preset: 'phased', driver })
    expect(report.status).toBe('completed')
    const lines = told(events, 'phase_started', 'phase_completed')
    expect(lines.slice(0, 2)).toEqual(['phase_started 1', 'phase_started 2'])
    expect(lines.indexOf('phase_started 3')).toBeGreaterThan(lines.indexOf('phase_completed 2'))
    expect(lines.slice(-2)).toEqual(['phase_started 5', 'phase_completed 5'])
  })

  // seed: phased-execution 78, phased-execution 79
  it('emit events by the names of the seed (seed phased-execution, Stream Events)', async () => {
    let runs = 0
    const { events } = await runPlan({
      plan: {
        phases: [
          {
            id: '1',
            title: 'A',
            subtasks: [
              { id: '1a', title: 'One', steps: [command('s1', 'one')] },
              { id: '1b', title: 'Two', steps: [command('s2', 'two')] },
            ],
          },
        ],
      },
      preset: 'phased',
      world: { commands: ({ argv }) => (argv[0] === 'two' && ++runs === 1 ? 1 : 0) },
    })
    expect(names(events).filter((type) => /^(?:sub)?(?:task|phase)_/.test(type))).toEqual([
      'phase_started',
      'subtask_started',
      'subtask_completed',
      'subtask_started',
      'subtask_failed',
      'phase_retry',
      'phase_started',
      'subtask_started',
      'subtask_completed',
      'subtask_started',
      'subtask_completed',
      'phase_completed',
    ])
  })

  // seed: phased-execution 8, phased-execution 67
  it('leave one commit each, with a message and trailers that name the phase (seed phased-execution, Commit Strategy)', async () => {
    const { report, host, run } = await runPlan({ plan: layers(), preset: 'phased' })
    const made = host.git.log(report.head).slice(0, 5)
    expect(made).toEqual(report.phases.map(({ commit }) => commit).reverse())
    expect(host.git.log(report.head)[5]).toBe(report.base)
    expect(host.git.commitOf(made[4]!)?.message).toBe(
      `Phase 1: Write model tests\n\n- Write User model tests\n- Write Post model tests\n\nAmelia-Run: ${run.id}\nAmelia-Phase: 1\nAmelia-Attempt: 1\n`,
    )
    expect(host.git.commitOf(made[0]!)?.message).toMatch(/^Phase 5: Write integration tests\n\nAmelia-Run: /)
  })
})

describe('a phase that fails', () => {
  const errors = Array.from({ length: 80 }, (_, index) => `error ${index}: expected a user`).join('\n')

  // seed: phased-execution 13, phased-execution 60, phased-execution 68
  it('is retried once on a clean tree, in a fresh session with the full errors (seed phased-execution, Phase Review with Retry)', async () => {
    let checks = 0
    const driver = createScriptedDriver(async ({ workspace }, _, number) => {
      await workspace.fs.writeFile(`/attempt-${number}.txt`, 'x')
    })
    const { report, events, host } = await runPlan({
      plan: { phases: row(1) },
      preset: 'phased',
      driver,
      verify: { test: ['npm', 'test'] },
      world: { commands: () => (++checks === 1 ? { exitCode: 1, output: errors } : 0) },
    })
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 2 }] })
    expect(events.find(({ type }) => type === 'phase_retry')).toMatchObject({ attempt: 1, maxAttempts: 2 })
    expect(driver.requests.map(({ resume }) => resume)).toEqual([undefined, undefined])
    for (const line of errors.split('\n')) expect(driver.requests[1]?.prompt).toContain(line)
    expect(driver.requests[1]?.prompt).toContain('Do task 1.')
    expect([...host.git.filesOf(report.head).keys()]).toEqual(['README.md', 'attempt-1.txt'])
  })

  // seed: phased-execution 61
  it('has another framing in each attempt, the first framing first (seed phased-execution, Feedback for Retry)', async () => {
    const reasons = ['no table', 'no column', 'no index']
    const driver = createScriptedDriver((_, __, number) => {
      if (number < 3) throw new Error(reasons[number])
    })
    const { report } = await runPlan({ plan: { phases: row(1) }, preset: 'phased', maxAttempts: 4, driver })
    expect(report.phases[0]).toMatchObject({ status: 'completed', attempt: 4 })
    const framings = driver.requests.map(({ prompt }) => /^## Attempt \d+\n(.*)$/m.exec(prompt)?.[1])
    expect(framings[0]).toBeUndefined()
    expect(framings[1]).toBe('The last attempt failed. Choose a different approach this time.')
    expect(new Set(framings.slice(1)).size).toBe(3)
    for (const reason of reasons) expect(driver.requests[3]?.prompt).toContain(reason)
  })

  // seed: phased-execution 4
  it('twice halts the run, and keeps committed work (seed phased-execution, Design Decisions)', async () => {
    const driver = createScriptedDriver(({ prompt }, _, number) => {
      if (assigned(prompt)[0] === '3a') throw new Error(number % 2 === 0 ? 'no route' : 'no handler')
    })
    const plan = forAgent(layers())
    plan.phases.push({ id: 'other', title: 'Independent of it', dependsOn: ['1'] })
    const { report, host, events } = await runPlan({ plan, preset: 'phased', driver, concurrency: 1 })
    expect(report.status).toBe('failed')
    expect(statuses(report)).toMatchObject({ 2: 'completed', 3: 'failed', 4: 'blocked', other: 'cancelled' })
    expect(report.phases[2]).toMatchObject({ attempt: 2, failure: { class: 'agent_failed' } })
    expect(told(events, 'phase_started', 'run_draining')).toHaveLength(5)
    expect(host.git.refs.get(report.target)).toBe(report.phases[1]?.commit)
    expect(renderReport(report)).toContain('keeps its work and can be resumed')
  })

  // seed: phased-execution 65
  it('in the same way again opens a gate while attempts are left (seed phased-execution, Feedback for Retry)', async () => {
    const driver = createScriptedDriver((_, __, number) => {
      throw new Error(`no table at /tmp/run-${number}`)
    })
    const { report } = await runPlan({ plan: { phases: row(2) }, preset: 'phased', maxAttempts: 3, driver })
    expect(report).toMatchObject({
      status: 'waiting',
      gates: [{ blocker: 'repeated_failure', phaseIds: ['1'] }],
    })
    expect(driver.requests).toHaveLength(2)
  })

  // seed: phased-execution 70
  it('has the status retrying until its next attempt starts (seed phased-execution, State Tracking)', async () => {
    const host = memoryHost({ clock: 'manual' })
    const driver = createScriptedDriver((_, __, number) => {
      if (number === 0) throw driverError('transient', { message: 'the line is down' })
    })
    const run = await createRun({ plan: { phases: row(1) }, host, driver, trust: 'autonomous' })
    const delayed = new Promise<void>((resolve) => run.on('phase_delayed', () => resolve()))
    const ended = run.start()
    await delayed
    // One wait lasts from the start: for commands to the run.
    while (host.clock.waiting < 2) await Promise.resolve()
    expect(statuses(run.report())).toEqual({ 1: 'retrying' })
    host.clock.advance(5_000)
    expect(statuses(await ended)).toEqual({ 1: 'completed' })
  })
})

describe('a plan', () => {
  // seed: phased-execution 90, task-based-execution 12
  it('without phases is one session for the full text (seed phased-execution, Backward Compatibility)', async () => {
    const driver = createScriptedDriver()
    const plan = readPlan('# Add a logout button\n\nIt stands in the header.\n', { parsers: [] })
    const { report } = await runPlan({ plan, preset: 'phased', driver })
    expect(statuses(report)).toEqual({ 1: 'completed' })
    expect(driver.requests).toHaveLength(1)
    expect(driver.requests[0]?.prompt).toContain('It stands in the header.')
  })

  // seed: phased-execution 91, phased-execution-draft 17
  it('is one session with `enablePhasedExecution: false`, its subtasks in order (seed phased-execution, Backward Compatibility)', async () => {
    const driver = createScriptedDriver()
    const { report } = await runPlan({ plan: forAgent(layers()), enablePhasedExecution: false, driver })
    expect(statuses(report)).toEqual({ 1: 'completed' })
    expect(driver.requests.map(({ prompt }) => assigned(prompt))).toEqual([
      ['1a', '1b', '2a', '2b', '3a', '3b', '4a', '4b', '5'],
    ])
  })
})
