import { describe, expect, it, vi } from 'vitest'
import { createPerformer, readStep } from '../../../../test/performer-fixture.ts'
import type { CommandResult } from '../../contract/command-runner.ts'
import type { CommandScript } from '../../testing/memory/scripted-commands.ts'
import type { StepDraft } from '../../plan/model/step.ts'
import { executeCommand } from './execute-command.ts'

const execute = async (draft: Partial<StepDraft>, commands: CommandScript = () => 0) => {
  const { performer, host, open } = createPerformer({ world: { commands } })
  const workspace = await open('a')
  const step = readStep({ command: 'main', ...draft })
  const { observation, result } = await executeCommand(
    { performer, workspace, place: 'step s1 (line 7)', folder: 'phase-a/attempt-1' },
    step,
  )
  return {
    observation,
    result,
    ran: host.commands.requests.map(({ argv }) => argv),
    requests: host.commands.requests,
  }
}
/** Each program's exit code by its name; others do not exist. */
const exits =
  (codes: Record<string, number>): CommandScript =>
  ({ argv }) =>
    codes[argv[0] ?? '']

describe('executeCommand', () => {
  it('fault 20: passes arguments to the program, not to a shell', async () => {
    const { ran, result } = await execute({ command: `printf '%s;rm' "a b" c` })
    expect(ran).toEqual([['printf', '%s;rm', 'a b', 'c']])
    expect(result).toEqual({ outcome: 'completed' })
  })

  it('fault 20: uses a shell if the plan asks for one', async () => {
    expect((await execute({ command: 'a | b', shell: true })).ran).toEqual([['sh', '-c', 'a | b']])
  })

  it('runs in the folder of the step', async () => {
    expect((await execute({ cwd: 'web' })).requests[0]).toMatchObject({ cwd: 'web' })
    expect((await execute({})).requests[0]).not.toHaveProperty('cwd')
  })

  it('a validation runs its own command', async () => {
    expect((await execute({ action: 'validation', validationCommand: 'check' })).ran).toEqual([['check']])
    expect((await execute({ action: 'validation' })).ran).toEqual([['main']])
    expect((await execute({ validationCommand: 'check' })).ran).toEqual([['main']])
  })

  it('reports the command and its result', async () => {
    const { observation } = await execute({ expectExitCode: 3 }, () => ({
      exitCode: 3,
      output: 'x'.repeat(9_000),
    }))
    expect(observation).toMatchObject({ command: 'main', exitCode: 3, durationMs: 0 })
    expect(observation.output!.length).toBeLessThanOrEqual(4_000)
  })

  it("measures time with the host's clock", async () => {
    const { performer, host, open } = createPerformer({
      world: {
        commands: () => {
          host.clock.advance(250)
          return 0
        },
      },
    })
    const context = { performer, workspace: await open('a'), place: 'step s1', folder: 'phase-a/attempt-1' }
    expect((await executeCommand(context, readStep({ command: 'x' }))).observation.durationMs).toBe(250)
  })

  it('tries the fallbacks in order, and stops at the first that succeeds', async () => {
    const { ran, result, observation } = await execute(
      { fallbackCommands: ['second', 'third', 'fourth'] },
      exits({ main: 1, third: 0, fourth: 0 }),
    )
    expect(ran).toEqual([['main'], ['second'], ['third']])
    expect(result).toEqual({ outcome: 'completed' })
    expect(observation.command).toBe('third')
  })

  it('runs no fallback if the command succeeds', async () => {
    expect((await execute({ fallbackCommands: ['second'] })).ran).toEqual([['main']])
  })

  it('fails with each try and its output', async () => {
    const { observation, result } = await execute(
      { fallbackCommands: ['second --now\nmore'] },
      ({ argv }) => ({
        exitCode: 2,
        output: `${argv[0]} is red`,
      }),
    )
    const tries = [
      {
        name: 'command',
        command: 'main',
        problem: 'exited with 2 instead of 0',
        exitCode: 2,
        output: 'main is red',
        outputFile: 'kept/output/phase-a/attempt-1/step-s1.txt',
      },
      {
        name: 'fallback 1 of 1',
        command: 'second --now\nmore',
        problem: 'exited with 2 instead of 0',
        exitCode: 2,
        output: 'second is red',
        outputFile: 'kept/output/phase-a/attempt-1/step-s1-fallback-1.txt',
      },
    ]
    const { name: _name, problem, ...first } = tries[0]!
    expect(result).toEqual({
      outcome: 'failed',
      failure: {
        class: 'verification_failed',
        message: `The command of step s1 (line 7) ${problem}, and its fallback failed: main`,
        ...first,
        tries,
      },
    })
    expect(observation).toMatchObject({ command: 'main', exitCode: 2, output: 'main is red' })
  })

  it('reports the first try that ran', async () => {
    const { observation, result } = await execute(
      { fallbackCommands: ['second\nmore', 'third'] },
      exits({ second: 3, third: 4 }),
    )
    expect(result).toMatchObject({
      failure: {
        class: 'verification_failed',
        message: 'Fallback 1 of 2 of step s1 (line 7) exited with 3 instead of 0: second …',
        command: 'second\nmore',
        exitCode: 3,
        tries: [{ command: 'main', exitCode: 127 }, { exitCode: 3 }, { exitCode: 4 }],
      },
    })
    expect(observation).toMatchObject({ command: 'second\nmore', exitCode: 3 })
  })

  it.each<[string, Partial<StepDraft>, number | null, string]>([
    ['another exit code', { expectExitCode: 0 }, 1, 'exited with 1 instead of 0'],
    [
      'a success where a failure was expected',
      { expectExitCode: 'fail' },
      0,
      'exited with 0 instead of failing',
    ],
    [
      'a pattern that is not there',
      { expectedOutputPattern: '^all green$' },
      0,
      'output did not match /^all green$/',
    ],
  ])('fails for %s', async (_what, draft, exitCode, problem) => {
    const { result } = await execute(draft, () => ({ exitCode, output: 'some\ngreen\n' }))
    expect(result).toMatchObject({
      outcome: 'failed',
      failure: {
        class: 'verification_failed',
        message: `The command of step s1 (line 7) ${problem}: main`,
        exitCode,
      },
    })
  })

  it('names the signal that ended a command', async () => {
    const { result } = await execute({}, () => ({ exitCode: null, signal: 'SIGKILL' }))
    expect(result).toMatchObject({
      failure: { class: 'verification_failed', message: expect.stringContaining('was ended by SIGKILL') },
    })
  })

  describe('while a signal drains the run', () => {
    const drained = async (result: Partial<CommandResult>, draft: Partial<StepDraft> = {}) => {
      const { performer, host, open } = createPerformer({ world: { commands: () => result } })
      const workspace = await open('a')
      const context = { performer, workspace, place: 'step s1 (line 7)', folder: 'phase-a/attempt-1' }
      const done = executeCommand(
        context,
        readStep({ command: 'main', fallbackCommands: ['other'], ...draft }),
      )
      return { done, host, drain: () => Object.assign(performer.state, { draining: 'requested' }) }
    }

    it.each([
      [{ exitCode: null, signal: 'SIGTERM' }, {}],
      [{ exitCode: null, signal: 'SIGHUP' }, { expectExitCode: 'fail' as const }],
      [{ exitCode: 143 }, { expectExitCode: 143 }],
      [{ exitCode: 130 }, {}],
    ])('a command that it ended is interrupted (%j, %j)', async (result, draft) => {
      const { done, host, drain } = await drained(result, draft)
      drain()
      const { result: outcome } = await done
      expect(outcome).toMatchObject({
        outcome: 'failed',
        failure: { class: 'interrupted', command: 'main', exitCode: result.exitCode },
      })
      expect(host.commands.requests).toHaveLength(1)
    })

    it('a command that dies before the engine knows of the signal is interrupted', async () => {
      const { done, host, drain } = await drained({ exitCode: null, signal: 'SIGTERM' })
      await vi.waitUntil(() => host.clock.waiting > 0)
      drain()
      host.clock.advance(1000)
      expect((await done).result).toMatchObject({ failure: { class: 'interrupted' } })
    })

    it.each([{ exitCode: 1 }, { exitCode: null, signal: 'SIGSEGV' }])(
      'a command that failed by itself has failed (%j)',
      async (result) => {
        const { done, drain } = await drained(result)
        drain()
        expect((await done).result).toMatchObject({ failure: { class: 'verification_failed' } })
      },
    )
  })

  it('a signal that does not drain the run is a failure', async () => {
    const { performer, host, open } = createPerformer({
      world: { commands: () => ({ exitCode: null, signal: 'SIGTERM' }) },
    })
    const context = { performer, workspace: await open('a'), place: 'step s1', folder: 'phase-a/attempt-1' }
    const done = executeCommand(context, readStep({ command: 'main' }))
    await vi.waitUntil(() => host.clock.waiting > 0)
    host.clock.advance(1000)
    expect((await done).result).toMatchObject({ failure: { class: 'verification_failed' } })
  })

  it.each([126, 127])(
    "counts a command that could not start (%i) as the environment's failure",
    async (exitCode) => {
      const { result } = await execute({ expectExitCode: 'fail' }, () => exitCode)
      expect(result).toMatchObject({
        failure: { class: 'environment', message: expect.stringContaining('could not start') },
      })
    },
  )

  it('accepts exit code 127 if it is expected', async () => {
    expect((await execute({ expectExitCode: 127 }, () => 127)).result).toEqual({ outcome: 'completed' })
    const { result } = await execute({ expectExitCode: 127, expectedOutputPattern: 'x' }, () => 127)
    expect(result).toMatchObject({ failure: { class: 'verification_failed' } })
  })

  it('checks the exit code before the pattern', async () => {
    const { result } = await execute({ expectedOutputPattern: 'green' }, () => ({
      exitCode: 1,
      output: 'green',
    }))
    expect(result).toMatchObject({
      outcome: 'failed',
      failure: { message: expect.stringContaining('exited with 1') },
    })
  })

  it('tries no more commands when the run stops', async () => {
    const { performer, host, open, stop } = createPerformer({
      world: {
        commands: () => {
          stop.abort(new Error('stopped'))
          return 1
        },
      },
    })
    const context = { performer, workspace: await open('a'), place: 'step s1', folder: 'phase-a/attempt-1' }
    const step = readStep({ command: 'x', fallbackCommands: ['y'] })
    await expect(executeCommand(context, step)).rejects.toThrow('stopped')
    expect(host.commands.requests).toHaveLength(1)
  })
})
