import { AmeliaError } from '@amelia/core/plugin'

/** Throws `OPTION_INVALID` for an id that no stored run can have. */
export const checkRunId = (runId: string): void => {
  if (typeof runId === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(runId)) return
  const message = `${JSON.stringify(runId)} is not a valid id of a run. Use letters, digits, dots, hyphens and underscores.`
  throw new AmeliaError('OPTION_INVALID', message, { option: 'runId' })
}
