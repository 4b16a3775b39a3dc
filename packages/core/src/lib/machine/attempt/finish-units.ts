import { workOf } from '../state/attempt.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { Turn } from '../state/turn.ts'
import { askVerification } from './verify/ask-verification.ts'
import { endAttempt } from './end-attempt.ts'
import { hasChecks } from './verify/has-checks.ts'
import { failIgnored } from './return/fail-ignored.ts'
import { returnClaims } from './return/return-claims.ts'
import { returnNothing } from './return/return-nothing.ts'
import { sendBack } from './return/send-back.ts'
import { passVerification } from './take-review.ts'

/**
 * Verifies the finished units. After a conflict, an attempt without a change needs a person: the work may or
 * may not be done.
 */
export const finishUnits = (turn: Turn, phase: PhaseState): void => {
  if (phase.attempt.unresolved) return returnUnresolved(turn, phase, phase.attempt.unresolved)
  if (failIgnored(turn, phase)) return
  if (phase.effort.collisions === 0 || workOf(phase.attempt).files.length > 0)
    return returnNothing(turn, phase) || returnClaims(turn, phase) ? undefined : verifyAttempt(turn, phase)
  const { id } = phase
  endAttempt(turn, phase, {
    action: 'block',
    blocker: 'already_done',
    message: `Phase ${id} changes nothing since its conflict was resolved. Approve it as done without a change?`,
    details: phase.failures.slice(-1).map(({ message }) => message),
  })
}

/** Returns an attempt that leaves conflict markers to its session once, then asks a person. */
const returnUnresolved = (turn: Turn, phase: PhaseState, details: string[]): void => {
  if (sendBack(turn, phase, { reason: 'unresolved', details })) return
  endAttempt(turn, phase, {
    action: 'block',
    blocker: 'merge_conflict',
    message: `Phase ${phase.id} leaves conflict markers in ${details.join(', ')}.`,
    details,
  })
}

/** Requests the checks on the attempt, or goes on to its review if it has none. */
export const verifyAttempt = (turn: Turn, phase: PhaseState): void => {
  if (!hasChecks(turn.state, phase)) return passVerification(turn, phase)
  askVerification(turn, phase, 'attempt', workOf(phase.attempt).commit)
}
