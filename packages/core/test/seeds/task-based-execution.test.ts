import { describe, expect, it } from 'vitest'
import { createScriptedDriver } from '../../src/testing.ts'
import { runPlan, type RunPlanOptions, statuses } from '../run-plan.ts'
import { createMeeting } from './meeting.ts'
import { row } from './seed-plans.ts'

/** Adds a line to `work.txt` in each session. */
const agent = () => {
  const driver = createScriptedDriver(async ({ workspace }, _, number) => {
    const before = await workspace.fs.readFile('/work.txt').then(
      (bytes) => new TextDecoder().decode(bytes),
      () => '',
    )
    await workspace.fs.writeFile('/work.txt', `${before}session ${number}\n`)
  })
  return Object.assign(driver, { resume: 'process' as const })
}

/** Checks that fail with these outputs in order, and then pass. */
const failing = (...outputs: (string | undefined)[]): Partial<RunPlanOptions> => {
  let checks = 0
  return {
    verify: { test: ['npm', 'test'] },
    world: {
      commands: () => {
        const output = outputs[checks++]
        return output === undefined ? 0 : { exitCode: 1, output }
      },
    },
  }
}

const run = (tasks: number, options: Partial<RunPlanOptions>) =>
  runPlan({ plan: { title: 'Work', phases: row(tasks) }, preset: 'taskLoop', ...options })

describe('a task', () => {
  // seed: task-based-execution 3, task-based-execution 9
  it('starts in a fresh session with its part of the plan (seed task-based-execution, Design Decisions)', async () => {
    const driver = agent()
    const { report } = await run(3, { driver, artifacts: 'commit' })
    expect(report.status).toBe('completed')
    expect(driver.requests.map(({ resume }) => resume)).toEqual([undefined, undefined, undefined])
    expect(driver.requests[1]?.prompt).toContain('phase 2 (Task 2)')
    expect(driver.requests[1]?.prompt).toContain('docs/amelia/2026-01-01-work/plan.md')
    expect(driver.requests[1]?.prompt).not.toContain('Do task 3.')
  })

  // seed: task-based-execution 4
  it('that is rejected continues in its session and on its work, with only the errors in the prompt (seed task-based-execution, Execution Flow)', async () => {
    const driver = agent()
    const { report, host, events } = await run(2, { driver, ...failing('one is wrong', 'two is wrong') })
    expect(report.status).toBe('completed')
    expect(driver.requests.map(({ resume }) => resume)).toEqual([
      undefined,
      'session-0',
      'session-1',
      undefined,
    ])
    expect(driver.requests[0]?.prompt).toContain('Do task 1.')
    for (const { prompt } of driver.requests.slice(1, 3)) expect(prompt).not.toContain('Do task 1.')
    expect(driver.requests[1]?.prompt).toContain('one is wrong')
    expect(driver.requests[2]?.prompt).toContain('two is wrong')
    expect(driver.requests[3]?.prompt).not.toContain('is wrong')
    expect(host.git.filesOf(report.phases[0]!.commit!).get('work.txt')).toBe(
      'session 0\nsession 1\nsession 2\n',
    )
    expect(events.find(({ type }) => type === 'phase_retry')).toMatchObject({ attempt: 1, maxAttempts: 5 })
  })

  // seed: task-based-execution 4
  it('also continues in its session with feedback at its checkpoint (seed task-based-execution, Execution Flow)', async () => {
    let asked = 0
    const driver = agent()
    const { report } = await run(1, {
      driver,
      trust: 'paranoid',
      onGate: (gate) => {
        if (gate.kind !== 'checkpoint') return undefined
        return ++asked === 1 ? gate.choices.sendBack?.('Shorter names, please.') : gate.choices.approve()
      },
    })
    expect(report.status).toBe('completed')
    expect(driver.requests[1]).toMatchObject({ resume: 'session-0' })
    expect(driver.requests[1]?.prompt).toContain('Shorter names, please.')
  })

  // seed: task-based-execution 5
  it('halts the run when its fifth attempt is rejected, and keeps accepted work (seed task-based-execution, Design Decisions)', async () => {
    const driver = agent()
    const { report, host } = await run(3, { driver, ...failing(undefined, 'a', 'b', 'c', 'd', 'e') })
    expect(report.status).toBe('failed')
    expect(statuses(report)).toEqual({ 1: 'completed', 2: 'failed', 3: 'blocked' })
    expect(report.phases[1]).toMatchObject({ attempt: 5, failure: { output: 'e' } })
    expect(driver.requests).toHaveLength(6)
    expect(host.git.refs.get(report.target)).toBe(report.phases[0]?.commit)
  })

  // seed: task-based-execution 6
  it('has the number of attempts set for the run (seed task-based-execution, State Changes)', async () => {
    const { report } = await run(1, { driver: agent(), maxAttempts: 2, ...failing('a', 'b', 'c') })
    expect(report.phases[0]).toMatchObject({ status: 'failed', attempt: 2 })
  })

  // seed: task-based-execution 13, task-based-execution 10
  it('has its attempts counted from the start (seed task-based-execution, State Changes)', async () => {
    const driver = agent()
    const { report } = await run(2, { driver, ...failing('a', 'b', 'c', 'd', undefined, 'e', 'f', 'g', 'h') })
    expect(report.phases).toMatchObject([
      { status: 'completed', attempt: 5 },
      { status: 'completed', attempt: 5 },
    ])
  })
})

describe('tasks', () => {
  // seed: task-based-execution 2, task-based-execution 7, task-based-execution 8
  it('are done in sequence, with one commit each, a hundred and more (seed task-based-execution, Solution)', async () => {
    const driver = agent()
    const { report, host, events } = await run(120, { driver })
    expect(report.status).toBe('completed')
    let active = 0
    for (const { type } of events) {
      if (type === 'phase_started') active++
      expect(active).toBeLessThanOrEqual(1)
      if (type === 'phase_completed') active--
    }
    expect(host.git.log(report.head).slice(0, 120)).toEqual(
      report.phases.map(({ commit }) => commit).reverse(),
    )
    expect(host.git.filesOf(report.phases[2]!.commit!).get('work.txt')).toBe(
      'session 0\nsession 1\nsession 2\n',
    )
    expect(new Set(driver.requests.map(({ prompt }) => prompt)).size).toBe(120)
  })

  // seed: task-based-execution 17
  it('that declare no dependencies run in parallel (seed task-based-execution, Future Work)', async () => {
    const met = createMeeting(3)
    // Sequential tasks would wait for each other without an end.
    const driver = createScriptedDriver(met)
    const phases = row(3).map((phase) => ({ ...phase, dependsOn: [] }))
    const { report } = await run(0, { plan: { phases }, driver })
    expect(statuses(report)).toEqual({ 1: 'completed', 2: 'completed', 3: 'completed' })
  })

  // seed: task-based-execution 12
  it('without separate tasks are one session for the full plan (seed task-based-execution, State Changes)', async () => {
    const driver = agent()
    const plan = { phases: [{ id: '1', title: 'The plan', body: 'Do it all.' }] }
    const { report } = await run(0, { plan, driver })
    expect(report.status).toBe('completed')
    expect(driver.requests).toHaveLength(1)
  })
})
