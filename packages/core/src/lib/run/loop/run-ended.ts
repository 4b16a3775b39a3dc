import { AmeliaError } from '../../error/amelia-error.ts'

/** Returns the error of a call that comes after the end of this process's part of a run. */
export const runEnded = (runId: string): AmeliaError =>
  new AmeliaError(
    'RUN_ENDED',
    `This process's part of run ${runId} has ended. Open the run again to continue.`,
    { runId },
  )

/** Returns the reason of signals when a run is stopped. */
export const runStopped = (runId: string): AmeliaError =>
  new AmeliaError('RUN_ENDED', 'The run was stopped.', { runId })
