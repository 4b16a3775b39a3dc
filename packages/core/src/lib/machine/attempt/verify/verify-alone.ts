import { nounOf } from '../../../text/format-count.ts'
import type { CheckCollision } from '../../../contract/check-result.ts'
import { workOf } from '../../state/attempt.ts'
import type { InputOf } from '../../state/input/input.ts'
import type { PhaseState } from '../../state/phase-state.ts'
import { emit, type Turn } from '../../state/turn.ts'
import { askVerification } from './ask-verification.ts'

/**
 * Verifies a commit once more because a check collided with another phase's, and reports whether it does so.
 *
 * From then on the checks of the phase run alone: the first one begins when those of the others have ended.
 * The work has not failed, so no attempt is used. It happens once in an effort: a check that fails alone has
 * failed by itself.
 */
export const verifyAlone = (
  turn: Turn,
  phase: PhaseState,
  { on, checks, collision }: Pick<InputOf<'verified'>, 'on' | 'checks' | 'collision'>,
): boolean => {
  const commit = on === 'attempt' ? workOf(phase.attempt).commit : phase.attempt.composed
  if (!collision || phase.effort.alone || commit === undefined) return false
  phase.effort.alone = true
  const { id: phaseId } = phase
  const message = describe(phaseId, collision)
  emit(turn, 'verification_completed', { phaseId, on, passed: false, checks, collision: message })
  askVerification(turn, phase, on, commit)
  return true
}

const describe = (id: string, { check, words, phaseIds }: CheckCollision): string => {
  const others = `${nounOf(phaseIds.length, 'phase')} ${phaseIds.join(', ')}`
  return `The check "${check}" of phase ${id} failed with "${words}" while ${others} ran a check. It runs again without other checks. To avoid this, use AMELIA_PORT, AMELIA_SLOT and TMPDIR in the check, or let one check run at a time.`
}
