/** A failed check that may have collided with checks of other phases, which ran at the same time. */
export interface CheckCollision {
  /** The name of the check. */
  check: string
  /** The words of its output that report a conflict: `EADDRINUSE`, `database is locked`. */
  words: string
  /** The ids of the other phases. */
  phaseIds: string[]
}

/** The result of a check that the engine ran. */
export interface CheckResult {
  /** The name that the run's options give the command: `test`, `lint`, ... */
  name: string
  /** The program and its arguments, as the engine ran them. */
  argv: string[]
  /** Whether the result is the expected one. A check in `verify` passes if it exits with 0. */
  passed: boolean
  /** The exit code; null if a signal ended the command. */
  exitCode: number | null
  /** The telling lines, at most 4,000 characters. */
  output: string
  /** Where the full output of a failed command is kept. */
  outputFile?: string
  /** The duration of the command, in milliseconds. */
  durationMs: number
  /** How a person can resolve its failure: suggestions, not facts. */
  suggestions?: string[]
  /** Explains a result that is not obvious: red as expected, or the tool is missing and optional. */
  note?: string
}
