import type { RunState } from '../../machine/state/run-state.ts'

/** Whether a run has come to an end that no process takes it up from, but to take a skip back. */
export const isOver = ({ endedAt, status }: RunState): boolean =>
  endedAt !== undefined && status !== 'waiting' && status !== 'cancelled' && status !== 'failed'
