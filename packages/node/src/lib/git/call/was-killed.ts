import { AmeliaError } from '@amelia/core/plugin'

/** Exit codes of a program whose child was ended by SIGBUS, SIGKILL, SIGSEGV or SIGTERM. */
const killedCodes: readonly unknown[] = [135, 137, 139, 143]

/**
 * Whether a call failed because its process, or one that git started for it, was killed. SIGABRT does not
 * count: git ends itself with it, at an error that stays.
 */
export const wasKilled = (error: unknown): boolean => {
  if (!AmeliaError.is(error, 'GIT_FAILED')) return false
  const { exitCode, signal, output } = error.details
  if (signal !== undefined) return signal !== 'SIGABRT'
  return killedCodes.includes(exitCode) || /\bdied of signal (?!6\b)\d+/.test(output)
}
