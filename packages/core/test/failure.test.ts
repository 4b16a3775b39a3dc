import { describe, expect, it } from 'vitest'
import { driverError } from '../src/plugin.ts'
import { memoryHost, createScriptedDriver } from '../src/testing.ts'
import { runPlan, statuses, told } from './run-plan.ts'
import { forkPlan, phase } from './sample-plan.ts'

const commandPhase = (id: string, command: string, dependsOn: string[] = []) => ({
  id,
  title: id,
  dependsOn,
  subtasks: [
    { id: `${id}.1`, title: 'run', steps: [{ id: `${id}.1.1`, action: 'command' as const, command }] },
  ],
})

describe('a phase that fails', () => {
  // seed: phased-execution 60, phased-execution 63, phased-execution 68
  it('gets a fresh attempt with the full errors and another framing, and its failed attempt is kept', async () => {
    const driver = createScriptedDriver(async ({ workspace }, _, number) => {
      await workspace.fs.writeFile('/a.txt', String(number))
      if (number === 0) throw new Error('the first idea was wrong')
    })
    const { report, events, host, run } = await runPlan({
      plan: { phases: [{ id: 'a', title: 'A' }] },
      driver,
    })
    expect(report.status).toBe('completed')
    expect(told(events, 'phase_started', 'phase_retry', 'phase_completed')).toEqual([
      'phase_started a',
      'phase_retry a',
      'phase_started a',
      'phase_completed a',
    ])
    const failed = host.git.refs.get(`refs/amelia/${run.id}/attempt/a/1`)!
    expect(host.git.filesOf(failed).get('a.txt')).toBe('0')
    expect(host.git.filesOf(report.head).get('a.txt')).toBe('1')
    expect(driver.requests[0]?.prompt).not.toContain('Attempt')
    expect(driver.requests[1]?.prompt).toContain('the first idea was wrong')
    expect(driver.requests[1]?.prompt).toContain('This folder does not contain the work of the last attempt.')
  })

  // seed: phase-execution-reference 24, phase-execution-reference 27
  it('fails after its attempts, blocks its descendants, and halts the run (seed phase-execution-reference, Handling Blocked Phases)', async () => {
    const plan = {
      phases: [
        phase('0'),
        commandPhase('1', 'false', ['0']),
        phase('2', ['1']),
        phase('3', ['2']),
        phase('other', ['0'], { estimate: 1 }),
        phase('late', ['other']),
      ],
    }
    const { report, events } = await runPlan({ plan, concurrency: 1, world: { commands: () => 1 } })
    expect(statuses(report)).toMatchObject({
      '0': 'completed',
      '1': 'failed',
      '2': 'blocked',
      '3': 'blocked',
    })
    expect(report.status).toBe('failed')
    expect(report.phases.find(({ id }) => id === '3')).toMatchObject({ because: '1' })
    expect(report.phases.find(({ id }) => id === '1')?.failure).toMatchObject({
      class: 'verification_failed',
      command: 'false',
      exitCode: 1,
    })
    expect(told(events, 'run_draining')).toEqual(['run_draining'])
    expect(statuses(report)).toMatchObject({ late: 'cancelled' })
  })

  // seed: phase-execution-reference 37
  it('lets concurrent phases finish, and keeps them (seed phase-execution-reference, Partial Parallel Failure)', async () => {
    const plan = {
      phases: [commandPhase('2a', 'false'), phase('2b'), phase('2c'), phase('3', ['2a', '2b', '2c'])],
    }
    const { report } = await runPlan({ plan, world: { commands: () => 1 } })
    expect(statuses(report)).toEqual({ '2a': 'failed', '2b': 'completed', '2c': 'completed', '3': 'blocked' })
    expect(report.targetPublished).toBe(true)
  })

  it('with `continue` does not affect independent branches', async () => {
    const plan = { phases: [commandPhase('a', 'false'), phase('b', ['a']), phase('c'), phase('d', ['c'])] }
    const { report } = await runPlan({
      plan,
      concurrency: 1,
      onFailure: 'continue',
      world: { commands: () => 1 },
    })
    expect(statuses(report)).toEqual({ a: 'failed', b: 'blocked', c: 'completed', d: 'completed' })
    expect(report.status).toBe('failed')
  })

  it('opens a gate if the same failure repeats with attempts left', async () => {
    const plan = { phases: [commandPhase('a', 'make')] }
    const { report } = await runPlan({
      plan,
      maxAttempts: 5,
      world: { commands: () => ({ exitCode: 2, output: 'line 17: at /tmp/x 12 ms' }) },
    })
    expect(report.status).toBe('waiting')
    expect(report.gates).toMatchObject([
      {
        id: 'blocker:a:2:a.1.1',
        kind: 'blocker',
        blocker: 'repeated_failure',
        choices: ['retry', 'done-by-hand', 'skip', 'abort', 'abort-revert'],
      },
    ])
    expect(statuses(report)).toEqual({ a: 'waiting' })
  })

  it('retries while the failures differ', async () => {
    let calls = 0
    const { report } = await runPlan({
      plan: { phases: [commandPhase('a', 'make')] },
      maxAttempts: 3,
      world: { commands: () => (++calls < 3 ? { exitCode: 1, output: ['one', 'two'][calls - 1]! } : 0) },
    })
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 3 }] })
  })

  it('opens a gate at once for a failure that no attempt can fix: a missing command', async () => {
    const { report } = await runPlan({
      plan: { phases: [commandPhase('a', 'no-such-tool')] },
      world: { commands: () => undefined },
    })
    expect(report.status).toBe('waiting')
    expect(report.gates[0]).toMatchObject({ blocker: 'environment' })
    expect(report.gates[0]?.question).toContain('no-such-tool')
  })

  it('opens a gate at once if the agent cannot log in', async () => {
    const driver = createScriptedDriver(() => {
      throw driverError('auth', { message: 'The key is not valid.' })
    })
    const { report } = await runPlan({ plan: { phases: [{ id: 'a', title: 'A' }] }, driver })
    expect(report).toMatchObject({
      status: 'waiting',
      gates: [
        {
          question:
            'The login to scripted failed in phase a: The key is not valid. Continue when the login works.',
        },
      ],
    })
    expect(driver.requests).toHaveLength(1)
  })

  it('gives the advice about a login once, if the driver has its own', async () => {
    const driver = createScriptedDriver(() => {
      throw driverError('auth', { message: 'Refused: 401. Set a key in THE_KEY, or log in again.' })
    })
    const { report } = await runPlan({ plan: { phases: [{ id: 'a', title: 'A' }] }, driver })
    expect(report.gates[0]?.question).toBe(
      'The login to scripted failed in phase a: Refused: 401. Set a key in THE_KEY, or log in again. Continue when the login works.',
    )
  })

  it("counts a failing check as the phase's failure, even if the agent reports success", async () => {
    const driver = createScriptedDriver(async ({ workspace }) => {
      await workspace.fs.writeFile('/a.txt', 'a')
      return { text: 'All tests pass!' }
    })
    const { report, events } = await runPlan({
      plan: { phases: [{ id: 'a', title: 'A' }] },
      driver,
      verify: { test: ['npm', 'test'] },
      world: { commands: () => ({ exitCode: 1, output: '1 failing' }) },
    })
    expect(report.status).toBe('failed')
    expect(report.phases[0]).toMatchObject({
      failure: { class: 'verification_failed', output: '1 failing' },
      checks: [{ name: 'test', passed: false }],
    })
    expect(told(events, 'commit_integrated')).toEqual([])
  })

  it('treats a check that cannot start as an environment failure', async () => {
    const { report } = await runPlan({
      plan: { phases: [phase('a')] },
      verify: { test: ['nope'] },
      world: { commands: () => undefined },
    })
    expect(report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'environment' }] })
  })

  it('opens a gate with the cause if the repository itself fails', async () => {
    const host = memoryHost()
    host.git.commitAttempt = () => Promise.reject(new Error('no space left'))
    const { report } = await runPlan({ plan: { phases: [phase('a')] }, host })
    expect(report).toMatchObject({
      status: 'waiting',
      gates: [{ blocker: 'environment', question: 'no space left' }],
    })
  })
})

describe("phases that meet on the run's head", () => {
  const write = (id: string, filePath: string, codeChange: string) => ({
    id,
    title: id,
    subtasks: [
      {
        id: `${id}.1`,
        title: 'w',
        steps: [{ id: `${id}.1.1`, action: 'code' as const, filePath, codeChange, replace: true }],
      },
    ],
  })

  it('are merged if they changed different parts of a file', async () => {
    const lines = Array.from({ length: 9 }, (_, index) => `line ${index}`)
    const at = (index: number, text: string): string =>
      `${lines.map((line, number) => (number === index ? text : line)).join('\n')}\n`
    const { report, host, events } = await runPlan({
      plan: { phases: [write('a', 'f.txt', at(1, 'first')), write('b', 'f.txt', at(7, 'second'))] },
      world: { files: { 'f.txt': `${lines.join('\n')}\n` } },
    })
    expect(report.status).toBe('completed')
    const text = host.git.filesOf(report.head).get('f.txt')
    expect(text).toContain('first')
    expect(text).toContain('second')
    expect(events.filter((event) => event.type === 'commit_integrated').map(({ merged }) => merged)).toEqual([
      false,
      true,
    ])
  })

  it('go on with both changes and marks if they changed the same lines (fault 53)', async () => {
    let turn = 0
    const driver = createScriptedDriver(
      async ({ workspace }) => {
        const before = new TextDecoder().decode(await workspace.fs.readFile('/f.txt'))
        const marked = /^<<<<<<< the-run\S*\n(.*)=======\n(.*)>>>>>>> this-phase\S*\n$/ms
        const text = marked.test(before) ? before.replace(marked, '$1$2') : `${before}${++turn}\n`
        await workspace.fs.writeFile('/f.txt', text)
      },
      { resume: 'process' },
    )
    const plan = {
      phases: [
        { id: 'a', title: 'A' },
        { id: 'b', title: 'B' },
      ],
    }
    const { report, host, events } = await runPlan({ plan, driver, world: { files: { 'f.txt': 'zero\n' } } })
    expect(report.status).toBe('completed')
    expect(host.git.filesOf(report.head).get('f.txt')).toBe('zero\n1\n2\n')
    expect(events.filter((event) => event.type === 'phase_retry')).toEqual([])
    expect(events.filter((event) => event.type === 'phase_returned')).toMatchObject([
      { phaseId: 'b', attempt: 1, round: 2, rounds: 2, reason: 'conflict' },
    ])
    expect(driver.requests[2]).toMatchObject({ resume: driver.requests[1]?.sessionId })
    expect(driver.requests[2]?.prompt).toContain('## Conflict\n')
    expect(driver.requests[2]?.prompt).toContain('f.txt')
  })

  it('are verified together after a clean merge, and retried if that fails', async () => {
    let together = 0
    const { report, events } = await runPlan({
      plan: { phases: [phase('a'), phase('b')] },
      verify: { test: ['test'] },
      world: {
        commands: async ({ workspace }) => {
          const both = (await workspace.fs.readdir('/src')).length === 2
          return both && ++together === 1 ? { exitCode: 1, output: 'they do not fit' } : 0
        },
      },
    })
    expect(report.status).toBe('completed')
    expect(
      events
        .filter((event) => event.type === 'verification_completed')
        .map(({ on, passed }) => `${on} ${passed}`),
    ).toEqual(['attempt true', 'attempt true', 'merged false', 'attempt true'])
  })

  it('fail if the phase cannot be reconciled with the head', async () => {
    const { report } = await runPlan({
      plan: { phases: [phase('a'), phase('b')] },
      verify: { test: ['test'] },
      world: {
        commands: async ({ workspace }) =>
          (await workspace.fs.readdir('/src')).length === 2 ? { exitCode: 1 } : 0,
      },
    })
    expect(report.status).toBe('failed')
    expect(report.phases[1]).toMatchObject({ status: 'failed', failure: { class: 'verification_failed' } })
  })

  it('complete the fork plan with a check on every commit', async () => {
    const { report, host } = await runPlan({ plan: forkPlan(), verify: { test: ['node', '--test'] } })
    expect(report.status).toBe('completed')
    // six attempts, and two in the fork that found the head moved
    expect(host.commands.requests).toHaveLength(8)
  })
})
