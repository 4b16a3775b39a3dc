import { type OfferResult, answerRun, plainLabel, type RunOffer } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { checkFolder } from '../stored/check-folder.ts'
import { exitCode } from '../terminal/exit-code.ts'
import { findRun } from '../stored/find-run.ts'
import { howToResume } from '../stored/next-steps.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { usageError } from '../terminal/usage-error.ts'
import { wrapText } from '../terminal/wrap-text.ts'

export interface CancelOptions {
  repo: string
  drain?: boolean
}

/** Stops a run that another process is running, or one of its phases. */
export const cancelCommand = async (
  terminal: Terminal,
  wanted: string,
  phaseId: string | undefined,
  { repo, drain }: CancelOptions,
): Promise<number> => {
  await checkFolder(repo)
  if (drain === true && phaseId !== undefined)
    throw usageError('--drain applies to the run, not to one phase.', 'Leave out the phase, or --drain.')
  const { store, clock } = nodeHost({ repo })
  const { runId } = await findRun(terminal, { store, clock, wanted })
  const offer: RunOffer =
    drain === true ? { type: 'drain' } : { type: 'cancel', ...(phaseId === undefined ? {} : { phaseId }) }
  const result = await answerRun({ store, clock, runId, offer })
  const width = Math.min(terminal.columns, 80)
  const lines = wrapText(describe(result, runId, offer), width)
  const next = phaseId === undefined ? ['To resume it later:', `  ${howToResume(runId, { repo })}`] : []
  terminal.out(`${[...lines, ...next].join('\n')}\n`)
  return exitCode.completed
}

const describe = ({ outcome, held }: OfferResult, runId: string, offer: RunOffer): string => {
  if (outcome === 'kept')
    return held
      ? `Requested. Run ${runId} has not reacted yet; amelia status shows when it has.`
      : `The process of run ${runId} has ended since then.`
  if (offer.type === 'drain') return `Draining run ${runId}: running phases finish, and no others start.`
  const phase = offer.type === 'cancel' ? offer.phaseId : undefined
  return phase === undefined
    ? `Stopping run ${runId}.`
    : `Stopping phase ${plainLabel(phase)}. The run asks what to do with it, and continues with the others.`
}
