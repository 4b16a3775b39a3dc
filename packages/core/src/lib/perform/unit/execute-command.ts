import type { CommandResult } from '../../contract/command-runner.ts'
import type { CommandTry } from '../../contract/command-try.ts'
import { splitCommand } from '../../plan/split-command.ts'
import type { Step } from '../../plan/model/step.ts'
import type { Failure } from '../../contract/failure.ts'
import { stepCommands } from '../../policy/dispatch/plan-commands.ts'
import { didRun, judgeExit } from '../../policy/evidence/judge-exit.ts'
import { boundOutputs } from '../../text/bound-outputs.ts'
import { isEndedByDrain } from '../command/is-ended-by-drain.ts'
import { keepOutput } from '../keep-output.ts'
import type { StepContext, StepResult } from './unit-context.ts'
import { outputPatterns } from '../../plan/read-success-criteria.ts'
import { matchPattern } from '../command/match-pattern.ts'

/**
 * Runs the command of a `command` or `validation` step, then its fallbacks in order until one gives the
 * expected result. If all fail, the failure contains each try.
 *
 * The exit code is checked first, then the output pattern. A command that is not found counts as failed, so
 * its fallbacks run. One that the signal which drains the run ended is interrupted, whatever was expected.
 */
export const executeCommand = async (context: StepContext, step: Step): Promise<StepResult> => {
  const { performer, place } = context
  const began = performer.host.clock.now()
  const observe = ({
    command,
    exitCode,
    output,
  }: Pick<CommandTry, 'command' | 'exitCode' | 'output'>): StepResult['observation'] => ({
    command,
    exitCode,
    output,
    durationMs: performer.host.clock.now() - began,
  })
  const tries: CommandTry[] = []
  const commands = stepCommands(step)
  for (const [index, command] of commands.entries()) {
    const run = await start(context, step, command)
    const { exitCode } = run
    performer.signal.throwIfAborted()
    if (await isEndedByDrain(performer, run))
      return {
        observation: observe({ command, ...run }),
        result: { outcome: 'failed', failure: interruption(place, command, run) },
      }
    const problem = await judge(step, run)
    const file = `${context.folder}/step-${step.id}${index === 0 ? '' : `-fallback-${index}`}`
    const kept = await keepOutput(performer, run.output, { name: file, failed: problem !== null })
    if (problem === null)
      return { observation: observe({ command, exitCode, ...kept }), result: { outcome: 'completed' } }
    const name = index === 0 ? 'command' : `fallback ${index} of ${commands.length - 1}`
    tries.push({ name, command, problem, exitCode, ...kept })
  }
  // A try that ran is reported rather than one that was not found.
  const main = Math.max(
    0,
    tries.findIndex(({ exitCode }) => didRun(exitCode)),
  )
  const outputs = boundOutputs(
    tries.map(({ output }) => output),
    main,
  )
  const bounded = tries.map((each, index) => ({ ...each, output: outputs[index]! }))
  return {
    observation: observe(bounded[main]!),
    result: { outcome: 'failed', failure: failTries(bounded, bounded[main]!, { place, step }) },
  }
}

const start = async (
  { performer, workspace }: StepContext,
  step: Step,
  command: string,
): Promise<CommandResult> => {
  const argv = step.shell ? ['sh', '-c', command] : splitCommand(command).argv
  const more = {
    ...(step.cwd !== undefined && { cwd: step.cwd }),
    ...(step.keep === 'server' && { server: step.id }),
  }
  const program = argv[0]!
  // A program given as a path is relative to the step's folder, so only starting it can tell whether it
  // exists.
  if (!program.includes('/') && (await performer.host.commands?.find(program, workspace)) === false)
    return missing(program)
  return performer.command({ argv, workspace, ...more })
}

const interruption = (place: string, command: string, { exitCode }: CommandResult): Failure => ({
  class: 'interrupted',
  message: `The command of ${place} was ended by the signal that stops the run: ${firstLine(command)}`,
  command,
  exitCode,
})

/** The result that a shell gives for a program that is not found, without starting it. */
const missing = (program: string): CommandResult => ({
  exitCode: 127,
  output: `${program}: command not found`,
  truncated: false,
  durationMs: 0,
})

/** Returns how a result differs from the step's expectation, or null if it matches. */
const judge = async (step: Step, { exitCode, signal, output }: CommandResult): Promise<string | null> => {
  if (!judgeExit(exitCode, step.expectExitCode)) {
    if (signal !== undefined) return `was ended by ${signal}`
    if (!didRun(exitCode)) return 'could not start'
    const expected = step.expectExitCode === 'fail' ? 'failing' : String(step.expectExitCode)
    return `exited with ${exitCode} instead of ${expected}`
  }
  for (const pattern of outputPatterns(step))
    if (!(await matchPattern(pattern, output))) return `output did not match /${pattern}/`
  return null
}

/** The failure of a step, of which `main` is reported first. */
const failTries = (
  tries: CommandTry[],
  main: CommandTry,
  { place, step }: { place: string; step: Step },
): Failure => {
  const { name, problem, ...reported } = main
  const { command, exitCode } = reported
  const absent = !didRun(exitCode) && step.expectExitCode !== exitCode
  const [first, ...fallbacks] = tries
  const who = main === first ? 'The command' : name.replace('f', 'F')
  const rest = main === first && fallbacks.length > 0 ? describeFallbacks(fallbacks.length) : ''
  return {
    class: absent ? 'environment' : 'verification_failed',
    message: `${who} of ${place} ${problem}${rest}: ${firstLine(command)}`,
    ...reported,
    ...(fallbacks.length > 0 ? { tries } : {}),
  }
}

const describeFallbacks = (count: number): string =>
  count === 1 ? ', and its fallback failed' : `, and its ${count} fallbacks failed`

const firstLine = (command: string): string => {
  const [first = '', ...rest] = command.trim().split('\n')
  return rest.length > 0 ? `${first} …` : first
}
