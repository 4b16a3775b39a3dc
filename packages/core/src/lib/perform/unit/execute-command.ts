import type { CommandResult } from '../../contract/command-runner.ts'
import type { UnitOutcome } from '../../event/unit-outcome.ts'
import { splitCommand } from '../../plan/split-command.ts'
import type { Step } from '../../plan/model/step.ts'
import type { Failure } from '../../contract/failure.ts'
import { stepCommands } from '../../policy/dispatch/plan-commands.ts'
import { didRun, judgeExit } from '../../policy/evidence/judge-exit.ts'
import { isEndedByDrain } from '../command/is-ended-by-drain.ts'
import { keepOutput, type KeptOutput } from '../keep-output.ts'
import type { StepContext, StepResult } from './unit-context.ts'
import { outputPatterns } from '../../plan/read-success-criteria.ts'
import { matchPattern } from '../command/match-pattern.ts'

/**
 * Runs the command of a `command` or `validation` step, then its fallbacks in order until one gives the
 * expected result.
 *
 * The exit code is checked first, then the output pattern. A command that is not found counts as failed, so
 * its fallbacks run. One that the signal which drains the run ended is interrupted, whatever was expected.
 */
export const executeCommand = async (context: StepContext, step: Step): Promise<StepResult> => {
  const { performer, place } = context
  const began = performer.host.clock.now()
  const tried: string[] = []
  let last: Tried | undefined
  for (const command of stepCommands(step)) {
    const run = await start(context, step, command)
    performer.signal.throwIfAborted()
    if (await isEndedByDrain(performer, run))
      return {
        observation: observe(performer.host.clock.now() - began, command, run),
        result: { outcome: 'failed', failure: interruption(place, command, run) },
      }
    const problem = await judge(step, run)
    const name = `${context.folder}/step-${step.id}${tried.length === 0 ? '' : `-fallback-${tried.length}`}`
    const kept = await keepOutput(performer, run.output, { name, failed: problem !== null })
    run.output = kept.output
    if (problem === null)
      return {
        observation: observe(performer.host.clock.now() - began, command, run),
        result: { outcome: 'completed' },
      }
    tried.push(`${firstLine(command)} ${problem}`)
    // A command that ran and failed is reported rather than a fallback that was not found.
    if (!last || didRun(run.exitCode) || !didRun(last.run.exitCode)) last = { command, run, problem, kept }
  }
  const { command, run, problem, kept } = last!
  const durationMs = performer.host.clock.now() - began
  return {
    observation: observe(durationMs, command, run),
    result: fail({ step, place, command, run, problem, kept, tried }),
  }
}

const start = async (
  { performer, workspace }: StepContext,
  step: Step,
  command: string,
): Promise<CommandResult> => {
  const argv = step.shell ? ['sh', '-c', command] : splitCommand(command).argv
  const cwd = step.cwd === undefined ? {} : { cwd: step.cwd }
  const program = argv[0]!
  // A program given as a path is relative to the step's folder, so only starting it can tell whether it
  // exists.
  if (!program.includes('/') && (await performer.host.commands?.find(program, workspace)) === false)
    return missing(program)
  return performer.command({ argv, workspace, ...cwd })
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

const observe = (
  durationMs: number,
  command: string,
  { exitCode, output }: CommandResult,
): StepResult['observation'] => ({
  command,
  exitCode,
  output,
  durationMs,
})

/** A command that did not give the expected result. */
interface Tried {
  command: string
  run: CommandResult
  problem: string
  kept: KeptOutput
}

interface Failed extends Tried {
  step: Step
  place: string
  /** Each command with its problem. */
  tried: string[]
}

const fail = ({ step, place, command, run, problem, kept, tried }: Failed): UnitOutcome => {
  const absent = !didRun(run.exitCode) && step.expectExitCode !== run.exitCode
  const what = step.fallbackCommands.length > 0 ? 'last fallback' : 'command'
  const failure: Failure = {
    class: absent ? 'environment' : 'verification_failed',
    message: `The ${what} of ${place} ${problem}: ${firstLine(command)}`,
    command,
    exitCode: run.exitCode,
    ...kept,
    ...(tried.length > 1 ? { tried } : {}),
  }
  return { outcome: 'failed', failure }
}

const firstLine = (command: string): string => {
  const [first = '', ...rest] = command.trim().split('\n')
  return rest.length > 0 ? `${first} ...` : first
}
