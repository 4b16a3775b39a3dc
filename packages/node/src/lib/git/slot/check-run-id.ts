import { AmeliaError } from '@amelia/core/plugin'

/** Whether an id can be the name of a folder and part of a ref. */
export const isRunId = (runId: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(runId) && !/\.\.|\.lock$|\.$/.test(runId)

/** Throws `OPTION_INVALID` for an id that cannot be the name of a folder and part of a ref. */
export const checkRunId = (runId: string): void => {
  if (isRunId(runId)) return
  const message = `${JSON.stringify(runId)} is not a valid id of a run. Use letters, digits, dots, hyphens and underscores.`
  throw new AmeliaError('OPTION_INVALID', message, { option: 'runId' })
}
