import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import { phaseMessage } from '../phase-message.ts'

/** Returns the commit message of an attempt at a phase. */
export const attemptMessage = (runId: string, { id, planned, attempt, subtaskStatus }: FrozenPhase): string =>
  phaseMessage(planned, { runId, phaseId: id, attempt: attempt.number }, subtaskStatus)
