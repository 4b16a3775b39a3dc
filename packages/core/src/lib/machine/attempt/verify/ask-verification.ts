import { addressOf } from '../../state/address-of.ts'
import { moveTo } from '../../state/move-to.ts'
import type { PhaseState } from '../../state/phase-state.ts'
import { emit, type Turn } from '../../state/turn.ts'

/** Requests the checks on a commit. */
export const askVerification = (
  turn: Turn,
  phase: PhaseState,
  on: 'attempt' | 'merged',
  commit: string,
): void => {
  const { id } = phase
  moveTo(turn.state, phase, 'verifying')
  const checks = turn.state.settings.checks.map(({ name }) => name)
  emit(turn, 'verification_started', { phaseId: id, on, commit, checks })
  turn.effects.push({ type: 'verify', ...addressOf(phase), on, commit })
}
