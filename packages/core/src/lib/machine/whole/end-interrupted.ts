import { endAttempt } from '../attempt/end-attempt.ts'
import type { Input } from '../state/input.ts'
import { noteCommit, takeUnitResult } from '../attempt/run-attempt.ts'
import type { PhaseState } from '../state/phase-state.ts'
import { endStoppedPhase } from '../attempt/stop-phase.ts'
import type { Turn } from '../state/turn.ts'

/**
 * Something has come to its end that ran for a phase which is being stopped, alone or with the whole run.
 *
 * What a unit had done by then is committed under the attempt's reference first, so that nothing is lost; then the phase gives its slot back.
 */
export const endInterrupted = (
  turn: Turn,
  phase: PhaseState,
  input: Extract<Input, { attempt: number }>,
): void => {
  const { phaseId, attempt } = input
  switch (input.type) {
    case 'workspace_opened':
      // It has come too late to be of use, and is to be given back.
      if (phase.place) phase.place.workspace = true
      break
    case 'unit_finished':
      return takeUnitResult(turn, phase, input)
    case 'effect_failed':
      if (input.during !== 'run_unit') break
      turn.effects.push({ type: 'commit_attempt', phaseId, attempt })
      return
    case 'attempt_committed':
      noteCommit(turn, phase, input)
      if (phase.attempt.unitResult?.outcome === 'completed') phase.attempt.unitIndex++
      else phase.attempt.partial = true
      break
    default:
    // Whatever else it was, it changes nothing any more.
  }
  if (turn.state.stopping) endAttempt(turn, phase, { action: 'interrupt' })
  else endStoppedPhase(turn, phase)
}
