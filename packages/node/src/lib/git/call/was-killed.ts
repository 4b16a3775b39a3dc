import { isKilled } from '@amelia/agent-process'
import { AmeliaError } from '@amelia/core/plugin'

/** Whether a call failed because its process, or one that git started for it, was killed. */
export const wasKilled = (error: unknown): boolean => {
  if (!AmeliaError.is(error, 'GIT_FAILED')) return false
  const { exitCode, signal, output } = error.details
  return isKilled(exitCode, signal) || /\bdied of signal (?!6\b)\d+/.test(output)
}
