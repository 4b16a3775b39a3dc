import type { Failure } from '../../contract/failure.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'
import type { InputDraft } from '../state/input/input.ts'
import { conflictFailure, hookFailure } from '../attempt/begin-integration.ts'
import { verificationFailure } from '../attempt/take-verification.ts'
import { rejectionOf } from '../attempt/take-review.ts'
import { mayContinue } from '../waiting/may-continue.ts'

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
  const failure = phase && failureOf(state, phase, input)
  return failure && !mayContinue(phase, failure) ? { phase, failure } : undefined
}

const failureOf = (state: RunState, phase: PhaseState, input: InputDraft): Failure | undefined => {
  const { id, attempt } = phase
  switch (input.type) {
    case 'attempt_committed':
      return attempt.unitResult?.outcome === 'failed' ? attempt.unitResult.failure : undefined
    case 'verified':
      return verificationFailure(state, phase, input)
    case 'reviewed': {
      const { review, planted } = input
      return review.approved || review.failure || planted ? undefined : rejectionOf(id, review)
    }
    case 'hooks_finished':
      return input.outcome === 'failed' ? hookFailure(input) : undefined
    case 'merge_conflicted':
      return conflictFailure(state, phase, input)
    default:
      return undefined
  }
}
