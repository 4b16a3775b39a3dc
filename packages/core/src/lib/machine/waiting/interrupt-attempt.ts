import type { Failure } from '../../contract/failure.ts'
import { returnToStep } from './return-to-step.ts'
import { moveTo } from '../state/move-to.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { Turn } from '../state/turn.ts'
import { whereItStands } from '../../policy/dispatch/where-it-stands.ts'

/**
 * Queues an attempt that was interrupted without having failed. It continues where it stood, on its commits:
 * at the same unit, or at the verification, the review or the integration. It uses no attempt.
 */
export const interruptAttempt = (turn: Turn, phase: PhaseState, failure: Failure): void => {
  noteInterruption(phase, failure)
  phase.keeps = false
  moveTo(turn.state, phase, 'retrying')
  turn.state.schedule.resuming.push(phase.index)
}

/** Records what interrupted the attempt, and where it continues. */
export const noteInterruption = (phase: PhaseState, failure: Failure): void => {
  phase.attempt.interruption = failure
  returnToStep(phase, failure.stepId)
  phase.resumeAt = whereItStands(phase.attempt)
}
