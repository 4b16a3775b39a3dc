import type { CommandResult } from '../../contract/command-runner.ts'
import { driverError } from '../../contract/driver-error.ts'
import type { ReviewContext, ReviewRequest, Verdict } from '../../contract/reviewer.ts'
import { boundOutput } from '../../text/bound-output.ts'
import { didRun } from '../../policy/evidence/judge-exit.ts'
import { findRefused } from '../../policy/failure/find-refused.ts'
import { readAnswer } from '../../policy/answer/read-answer.ts'
import { readVerdict } from '../../policy/answer/read-verdict.ts'

/** Implements the reviewer of `commandReviewer`. */
export const reviewByCommand = async (
  argv: readonly string[],
  { base, commit, phase, judges, round, workspace }: ReviewRequest,
  { command }: ReviewContext,
): Promise<Verdict> => {
  const env = {
    AMELIA_BASE: base,
    AMELIA_COMMIT: commit,
    AMELIA_SCOPE: phase === undefined ? 'run' : 'phase',
    ...(phase === undefined ? {} : { AMELIA_PHASE: phase.id }),
    AMELIA_JUDGES: judges,
    AMELIA_ROUND: String(round),
  }
  const name = argv.join(' ')
  const result = await command({ argv: [...argv], env })
  const [refused] = workspace.confinement && result.exitCode !== 0 ? findRefused(result.output) : []
  if (refused === undefined) return verdictOf(name, result)
  throw driverError('environment', {
    message: `\`${name}\` could not write to ${refused}: a reviewer's command writes only below $TMPDIR. Change the command, or run without confinement: --confine off.`,
  })
}

/**
 * Every verdict has this key, so output that contains it is meant as a verdict, even if it cannot be parsed.
 */
const mark = '"approved"'

const verdictOf = (command: string, { exitCode, signal, output }: CommandResult): Verdict => {
  if (!didRun(exitCode))
    throw driverError('environment', {
      message: `The reviewer's command could not start: ${command}. Install it, or run without this reviewer.`,
    })
  const ended = endedBy(exitCode, signal)
  if (ended !== undefined)
    throw driverError('agent_failed', {
      message: `\`${command}\` was ended by ${ended}.\n${output}`.trim(),
    })
  if (!output.includes(mark))
    return exitCode === 0
      ? { approved: true, summary: `\`${command}\` exited with 0.`, comments: [] }
      : rejection(`\`${command}\` exited with ${exitCode}.`, output)
  const reading = readAnswer({ text: output, lines: true }, readVerdict)
  if ('problem' in reading) throw driverError('report_invalid', { message: reading.problem })
  if (reading.answer.approved && exitCode !== 0)
    throw driverError('report_invalid', {
      message: `The verdict approves, but the command exited with ${exitCode}.`,
    })
  return reading.answer
}

/** The signal that ended a command. A shell reports one as an exit code above 128. */
const endedBy = (exitCode: number | null, signal: string | undefined): string | undefined => {
  if (exitCode === null) return signal ?? 'a signal'
  return exitCode > shellSignal && exitCode <= shellSignal + maxSignal
    ? `signal ${exitCode - shellSignal}`
    : undefined
}
const shellSignal = 128
const maxSignal = 64

const rejection = (summary: string, output: string): Verdict => {
  const said = output.trim()
  const message = said === '' ? summary : `${summary}\n${boundOutput(said)}`
  return { approved: false, summary, comments: [{ severity: 'major', message }] }
}
