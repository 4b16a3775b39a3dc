import { AmeliaError } from '@amelia/core/plugin'

/** Throws `OPTION_INVALID`: a run's id becomes the name of a folder and part of a reference. */
export const checkRunId = (runId: string): void => {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(runId) && !/\.\.|\.lock$|\.$/.test(runId)) return
  const message = `${JSON.stringify(runId)} is no id of a run: letters, digits, dots, hyphens and underscores only.`
  throw new AmeliaError('OPTION_INVALID', message, { option: 'runId' })
}
