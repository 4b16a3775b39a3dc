import { moveTo } from '../state/move-to.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'

/** A phase all of whose dependencies are there may start. */
export const readyPhase = (state: RunState, phase: PhaseState): void => {
  moveTo(state, phase, 'ready')
  state.schedule.ready.add(phase.index)
}
