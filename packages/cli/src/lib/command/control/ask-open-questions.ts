import { readConfigFlags } from '../../stored/read-config-flags.ts'
import { findRun } from '../../stored/find-run.ts'
import { howToResume } from '../../stored/next-steps.ts'
import { withoutSaved } from '../../stored/without-saved.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { watchLive } from '../../view/live/watch-live.ts'
import type { RunPlace } from '../../stored/run-place.ts'
import { openHost } from '../../stored/open-host.ts'

/**
 * Asks the open questions of a run, by default of the newest one that asks, one after the other. Ends once
 * none is left, or when the person leaves; the others stay open.
 */
export const askOpenQuestions = async (
  terminal: Terminal,
  wanted: string | undefined,
  place: RunPlace,
): Promise<number> => {
  if (!terminal.live || !terminal.attended)
    throw usageError(
      'Asking the open questions needs a terminal.',
      'Give the answer: amelia answer [RUN] QUESTION ANSWER; amelia status lists the questions.',
    )
  const host = await openHost(place)
  const found = await findRun(terminal, { ...host, wanted, asking: wanted === undefined })
  const { runId } = found
  const howToApply = async (): Promise<string> =>
    howToResume(runId, { ...place, ...(await readConfigFlags(place.repo, runId)) })
  if (withoutSaved(found).gates.length === 0) {
    const isSaved = found.savedAnswers.length > 0 && !found.locked
    const next = isSaved ? `To apply the saved answers:\n  ${await howToApply()}\n` : ''
    terminal.out(`Run ${runId} has no open question.\n${next}`)
    return exitCode.completed
  }
  const { answered, open, locked } = await watchLive(terminal, { found, host, ...place, role: 'answer' })
  const count = (number: number): string => (number === 1 ? '1 question' : `${number} questions`)
  const rest = open === 0 ? '' : ` ${count(open)} still open.`
  terminal.out(`Answered ${count(answered)} of run ${runId}.${rest}\n`)
  if (answered > 0 && !locked) terminal.out(`To apply the answers:\n  ${await howToApply()}\n`)
  return open === 0 ? exitCode.completed : exitCode.waiting
}
