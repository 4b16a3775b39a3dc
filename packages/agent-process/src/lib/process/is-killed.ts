/** Exit codes of a program whose child was ended by SIGBUS, SIGKILL, SIGSEGV or SIGTERM. */
const killedCodes: readonly unknown[] = [135, 137, 139, 143]

/**
 * Whether a signal ended a program, or the process whose end it passes on. SIGABRT does not count: a program
 * ends itself with it, at an error that stays.
 */
export const isKilled = (exitCode: unknown, signal: unknown): boolean =>
  typeof signal === 'string' ? signal !== 'SIGABRT' : killedCodes.includes(exitCode)
