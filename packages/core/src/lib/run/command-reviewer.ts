import type { CommandResult } from '../contract/command-runner.ts'
import { driverError } from '../contract/driver-error.ts'
import { defineReviewer, type ReviewerV1, type Verdict } from '../contract/reviewer.ts'
import { boundOutput } from '../policy/bound-output.ts'
import { didRun } from '../policy/judge-exit.ts'
import { readAnswer } from '../policy/read-answer.ts'
import { readVerdict } from '../policy/read-verdict.ts'

export interface CommandReviewerOptions {
  /** Its name in comments. */
  id: string
  /** The program and its arguments. Never given to a shell. */
  argv: readonly string[]
  /** Whether it judges every phase, or the whole at the end. Default: `phase`. */
  scope?: ReviewerV1['scope']
}

/**
 * A reviewer that is a command, run on the tree of the commit.
 *
 * It finds what it is to judge in `AMELIA_BASE`, `AMELIA_COMMIT`, `AMELIA_SCOPE` (`phase` or `run`), `AMELIA_PHASE` (of a phase its id), `AMELIA_JUDGES`
 * (`tests` or `change`) and `AMELIA_ROUND`. It may print a verdict as JSON and exit with 0. Without one the exit code is
 * the verdict: 0 approves, and any other rejects with the output as the one comment. A command that cannot be started is a question
 * to a person.
 */
export const commandReviewer = ({ id, argv, scope = 'phase' }: CommandReviewerOptions): ReviewerV1 =>
  defineReviewer({
    id,
    scope,
    async review({ base, commit, phase, judges, round }, { command }) {
      const env = {
        AMELIA_BASE: base,
        AMELIA_COMMIT: commit,
        AMELIA_SCOPE: phase === undefined ? 'run' : 'phase',
        ...(phase === undefined ? {} : { AMELIA_PHASE: phase.id }),
        AMELIA_JUDGES: judges,
        AMELIA_ROUND: String(round),
      }
      return verdictOf(argv.join(' '), await command({ argv: [...argv], env }))
    },
  })

/** The key that every verdict has: an output with it is meant as one, also where it cannot be read. */
const mark = '"approved"'

const verdictOf = (command: string, { exitCode, signal, output }: CommandResult): Verdict => {
  if (!didRun(exitCode))
    throw driverError('environment', {
      message: `The reviewer's command could not be started: ${command}. Install it, or run without it.`,
    })
  if (exitCode === null) return rejection(`\`${command}\` was ended by ${signal ?? 'a signal'}.`, output)
  if (!output.includes(mark))
    return exitCode === 0
      ? { approved: true, summary: `\`${command}\` exited with 0.`, comments: [] }
      : rejection(`\`${command}\` exited with ${exitCode}.`, output)
  const reading = readAnswer({ text: output, lines: true }, readVerdict)
  if ('problem' in reading) throw driverError('report_invalid', { message: reading.problem })
  if (reading.answer.approved && exitCode !== 0)
    throw driverError('report_invalid', { message: `It approves, and exits with ${exitCode}.` })
  return reading.answer
}

const rejection = (summary: string, output: string): Verdict => {
  const said = output.trim()
  const message = said === '' ? summary : `${summary}\n${boundOutput(said)}`
  return { approved: false, summary, comments: [{ severity: 'major', message }] }
}
