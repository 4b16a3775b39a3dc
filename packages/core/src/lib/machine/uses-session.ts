import { needsSession } from '../policy/needs-session.ts'
import type { PhaseState } from './phase-state.ts'
import type { RunState } from './run-state.ts'

/** Whether an agent has something to do in a phase of this run. */
export const usesSession = ({ settings }: RunState, { phase, byAgent }: PhaseState): boolean =>
  needsSession(phase, byAgent ? 'driver' : settings.steps)
