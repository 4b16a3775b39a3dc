import { moveTo } from '../state/move-to.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'

/** Marks a phase ready once all its dependencies are integrated. */
export const readyPhase = (state: RunState, phase: PhaseState): void => {
  moveTo(state, phase, 'ready')
  state.schedule.ready.add(phase.index)
}
