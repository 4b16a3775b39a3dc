import { AmeliaError } from '../../error/amelia-error.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { isOver } from '../journal/is-over.ts'

/**
 * Returns the error of a call that comes after the end of a run, or of this process's part of one that can be
 * resumed.
 */
export const runEnded = (state: RunState): AmeliaError => {
  const { runId } = state
  const message = isOver(state)
    ? `Run ${runId} has ended and accepts no more calls. To do more, start a new run or fork this one.`
    : `This process's part of run ${runId} has ended. Open the run again to continue.`
  return new AmeliaError('RUN_ENDED', message, { runId })
}

/** Returns the reason of signals when a run is stopped. */
export const runStopped = (runId: string): AmeliaError =>
  new AmeliaError('RUN_ENDED', 'The run was stopped.', { runId })
