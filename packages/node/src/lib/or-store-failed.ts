import { AmeliaError } from '@amelia/core/plugin'

/** Does something with a run's files: what the file system refuses becomes `STORE_FAILED`. */
export const orStoreFailed = async <Result>(runId: string, task: () => Promise<Result>): Promise<Result> => {
  try {
    return await task()
  } catch (cause) {
    if (AmeliaError.is(cause)) throw cause
    const why = cause instanceof Error ? cause.message : String(cause)
    const message = `The journal of the run ${runId} could not be used: ${why}. Nothing counts as stored that was not before.`
    throw new AmeliaError('STORE_FAILED', message, { runId }, { cause })
  }
}
