import { AmeliaError } from '@amelia/core/plugin'

/** Runs a task of the store. Throws `STORE_FAILED` for any error that is not an `AmeliaError`. */
export const guardStore = async <Result>(runId: string, task: () => Promise<Result>): Promise<Result> => {
  try {
    return await task()
  } catch (cause) {
    if (AmeliaError.is(cause)) throw cause
    const why = cause instanceof Error ? cause.message : String(cause)
    const message = `The store could not be used for the run ${runId}: ${why}. Nothing counts as stored that was not before.`
    throw new AmeliaError('STORE_FAILED', message, { runId }, { cause })
  }
}
