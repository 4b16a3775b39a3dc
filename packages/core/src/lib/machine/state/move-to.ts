import type { PhaseStatus } from '../../event/phase-status.ts'
import type { PhaseState } from './phase-state.ts'
import type { RunState } from './run-state.ts'

const terminal: ReadonlySet<PhaseStatus> = new Set(['completed', 'external', 'failed', 'blocked', 'skipped'])

/** Whether a phase is where it stays. A cancelled one starts again when the run is resumed. */
export const isTerminal = ({ status }: Pick<PhaseState, 'status'>): boolean => terminal.has(status)

/** Gives a phase another status, and keeps count of what is still open in the run and in its batch. */
export const moveTo = (state: RunState, phase: PhaseState, status: PhaseStatus): void => {
  const was = phase.status
  phase.status = status
  const batch = state.batchOf[phase.index]!
  state.open += Number(terminal.has(was)) - Number(terminal.has(status))
  state.batchLeft[batch]! += Number(terminal.has(was)) - Number(terminal.has(status))
  if (state.batchLeft[batch] === 0) state.closedBatches.add(batch)
  state.batchOpen[batch]! += Number(isThere(was)) - Number(isThere(status))
}

/** Whether a batch's gate waits for the phase no longer. */
const isThere = (status: PhaseStatus): boolean => status === 'checkpoint' || terminal.has(status)
