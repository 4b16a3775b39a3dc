import { needsSession } from '../../policy/dispatch/needs-session.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'

/** Whether a phase needs a session with an agent. */
export const usesSession = ({ settings }: RunState, { byAgent, planned }: PhaseState): boolean =>
  needsSession(planned, byAgent ? 'driver' : settings.steps)
