import type { RunState } from '../../machine/state/run-state.ts'

/** Whether a run has ended for good. Only undoing a skip can resume it. */
export const isOver = ({ endedAt, status }: RunState): boolean =>
  endedAt !== undefined && status !== 'waiting' && status !== 'cancelled' && status !== 'failed'
