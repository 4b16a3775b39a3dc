/** A run of a step's command, or of one of its fallbacks, that did not give the expected result. */
export interface CommandTry {
  /** Its name: `command` for the planned command, `fallback 1 of 2` for the first of two fallbacks. */
  name: string
  /** The command, as it was run. */
  command: string
  /** How its result differs from the expected one, such as `exited with 2 instead of 0`. */
  problem: string
  /** Its exit code; null if a signal ended it. */
  exitCode: number | null
  /** The telling lines of its output. All tries of a failure together have at most 4,000 characters. */
  output: string
  /** Where its full output is kept. */
  outputFile?: string
}
