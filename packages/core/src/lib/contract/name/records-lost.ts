import { AmeliaError } from '../../error/amelia-error.ts'

/** Creates the error for a follower whose records are gone. `line`: the first of them. */
export const recordsLost = (runId: string, line: number): AmeliaError =>
  new AmeliaError(
    'RUN_DAMAGED',
    `The journal of run ${runId} no longer contains record ${line}, which was read before. Watch the run again from its start.`,
    { runId, line },
  )
