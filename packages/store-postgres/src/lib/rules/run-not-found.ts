import { AmeliaError } from '@amelia/core/plugin'

/** Creates the error for a run that is not stored. */
export const runNotFound = (runId: string, schema: string): AmeliaError =>
  new AmeliaError('RUN_NOT_FOUND', `Run ${runId} is not in the schema "${schema}" of the database.`, {
    runId,
  })
