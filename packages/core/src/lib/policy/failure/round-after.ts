import type { Failure } from '../../contract/failure.ts'
import type { RoundCause } from '../../contract/round-cause.ts'

/** Rounds in a row that an agent's own reports may cause before a person is asked. */
export const maxReportRounds = 5

/**
 * Returns the kind of round that follows a failure; undefined if another attempt does. Only reviewers reject:
 * an agent that calls its own failure a rejection has attempts, like any other, and a person's instruction is
 * not a verdict about the work that it led to.
 */
export const roundAfter = (
  { class: failureClass, partial, answer }: Failure,
  { keptAt }: { readonly keptAt: string | undefined },
): RoundCause | undefined => {
  if (partial) return 'partial'
  if (failureClass === 'report_invalid') return 'report'
  return failureClass === 'review_rejected' && !answer && keptAt === 'review' ? 'review' : undefined
}
