import type { InputOf } from '../state/input/input.ts'
import type { Turn } from '../state/turn.ts'

/**
 * Keeps the verdict of one reviewer until the review of its commit has ended, so that a review which is
 * repeated asks only the others.
 */
export const noteVerdict = (
  { state }: Turn,
  { phaseId, dispatch, commit, reviewer, verdict }: InputOf<'reviewer_answered'>,
): void => {
  const noted = { commit, verdict }
  if (phaseId === undefined) {
    if (state.ending.closing?.stage === 'reviewing') state.ending.verdicts.set(reviewer, noted)
    return
  }
  const phase = state.phases[state.graph.index.get(phaseId) ?? -1]
  const isWanted = phase?.status === 'reviewing' && phase.dispatches === dispatch // M9
  if (isWanted) phase.attempt.verdicts.set(reviewer, noted)
}
