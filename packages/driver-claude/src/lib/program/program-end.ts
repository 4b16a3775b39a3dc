/** How a session's program ended. */
export interface ProgramEnd {
  /** The error the SDK threw, if any. */
  thrown?: unknown
  /** The last part of the program's error output. */
  errorOutput: string
  /** The signal from outside that ended the program, or that it named in its exit code. */
  signal?: string
}

/** Signals that others send to end a program: a crash has other ones. */
const foreign: Readonly<Record<number, string>> = { 1: 'SIGHUP', 2: 'SIGINT', 9: 'SIGKILL', 15: 'SIGTERM' }

/** Reads the signal from outside that ended a program. Undefined for an exit or a crash. */
export const readForeignSignal = (code: number | null, killer: string | null): string | undefined => {
  if (killer !== null) return Object.values(foreign).find((name) => name === killer)
  return code === null ? undefined : foreign[code - 128]
}
