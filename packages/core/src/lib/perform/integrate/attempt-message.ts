import type { PhaseState } from '../../machine/state/phase-state.ts'
import { phaseMessage } from '../phase-message.ts'

/** Returns the commit message of an attempt at a phase. */
export const attemptMessage = (runId: string, phase: PhaseState, attempt = phase.attempt): string =>
  phaseMessage(phase.phase, { runId, phaseId: phase.phase.id, attempt }, phase.subtaskStatus)
