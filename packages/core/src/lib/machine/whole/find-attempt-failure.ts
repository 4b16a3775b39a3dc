import type { Failure } from '../../contract/failure.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'
import type { InputDraft } from '../state/input.ts'
import { checkFailure } from '../attempt/take-verification.ts'
import { rejectionOf } from '../attempt/take-review.ts'

/**
 * Finds the failure that an input reports about an attempt, and its phase; undefined if it reports none. A
 * caller's rule for retries decides about it before the machine receives the input.
 */
export const findAttemptFailure = (
  state: RunState,
  input: InputDraft,
): { phase: PhaseState; failure: Failure } | undefined => {
  if (!('phaseId' in input) || input.phaseId === undefined) return undefined
  const phase = state.phases[state.graph.index.get(input.phaseId) ?? -1]
  const failure = phase && failureOf(phase, input)
  return failure && { phase, failure }
}

const failureOf = ({ id, attempt }: PhaseState, input: InputDraft): Failure | undefined => {
  switch (input.type) {
    case 'attempt_committed':
      return attempt.unitResult?.outcome === 'failed' ? attempt.unitResult.failure : undefined
    case 'verified': {
      const failed = input.checks.find(({ passed }) => !passed)
      if (input.on === 'merged') return undefined
      return failed ? checkFailure(failed, '') : input.evidence?.problem
    }
    case 'reviewed': {
      const { review, planted } = input
      return review.approved || review.failure || planted ? undefined : rejectionOf(id, review)
    }
    default:
      return undefined
  }
}
