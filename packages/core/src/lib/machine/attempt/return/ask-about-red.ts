import type { Failure } from '../../../contract/failure.ts'
import type { PhaseState } from '../../state/phase-state.ts'
import type { Turn } from '../../state/turn.ts'
import { failureDetails } from '../../../policy/failure/failure-details.ts'
import { endAttempt } from '../end-attempt.ts'
import { sendBack } from './send-back.ts'

/**
 * Returns an attempt whose new tests do not fail as they should to its session once, then asks a person to
 * take them as they are.
 */
export const askAboutRed = (turn: Turn, phase: PhaseState, failure: Failure): void => {
  const details = [failure.message, ...failureDetails(failure)]
  if (sendBack(turn, phase, { reason: 'not_red', details })) return
  phase.failures.push(failure)
  endAttempt(turn, phase, {
    action: 'block',
    blocker: 'red_unclear',
    message: `Phase ${phase.id} writes tests first, but they do not fail as they should. Take them as they are?`,
    details,
  })
}
