import type { PhaseState } from '../../machine/state/phase-state.ts'
import { phaseMessage } from '../phase-message.ts'

/** Returns the commit message of an attempt at a phase. */
export const attemptMessage = (runId: string, { id, planned, attempt, subtaskStatus }: PhaseState): string =>
  phaseMessage(planned, { runId, phaseId: id, attempt: attempt.number }, subtaskStatus)
