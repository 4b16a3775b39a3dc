import { AmeliaError } from '@amelia/core'

/** Checks the id of a run before anything is read. Throws `OPTION_INVALID`. */
export const checkRunId = (runId: string): string => {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(runId) && !runId.includes('..')) return runId
  throw new AmeliaError(
    'OPTION_INVALID',
    'A run id has letters, digits, dots, hyphens and underscores only.',
    {
      option: 'runId',
    },
  )
}
