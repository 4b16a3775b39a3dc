import { returnToStep, returnWork } from '../waiting/return-to-step.ts'
import { addressOf } from '../state/address-of.ts'
import { endAttempt } from '../attempt/end-attempt.ts'
import type { Input } from '../state/input/input.ts'
import { noteCommit, noteSession, takeUnitResult } from '../attempt/start-attempt.ts'
import type { PhaseState } from '../state/phase-state.ts'
import { endStoppedPhase } from '../attempt/stop-phase.ts'
import type { Turn } from '../state/turn.ts'

/**
 * Handles the end of an effect of a phase that is being stopped, alone or with the run.
 *
 * Work that a unit had done by then is committed under the attempt's reference first, so that nothing is
 * lost.
 */
export const endInterrupted = (
  turn: Turn,
  phase: PhaseState,
  input: Extract<Input, { attempt: number }>,
): void => {
  switch (input.type) {
    case 'workspace_opened':
      // The workspace opened too late and has to be closed again.
      if (phase.place) phase.place.workspace = true
      break
    case 'unit_finished':
      return takeUnitResult(turn, phase, input)
    case 'effect_failed':
      if (input.during !== 'run_unit') break
      turn.effects.push({ type: 'commit_attempt', ...addressOf(phase) })
      return
    case 'attempt_committed':
      noteCommit(turn, phase, input)
      phase.attempt.touched = input.touched
      if (phase.attempt.unitResult?.outcome === 'completed') phase.attempt.unitIndex++
      else if (turn.state.stopping) returnToStep(phase)
      else returnWork(phase)
      break
    case 'attempt_refused':
      // No commit contains the work, so its tree is kept.
      phase.attempt.rescue = true
      break
    case 'session_started':
      return noteSession(phase, input.key, input.session)
    default:
    // All other results are ignored.
  }
  if (turn.state.stopping) endAttempt(turn, phase, { action: 'interrupt' })
  else endStoppedPhase(turn, phase)
}
