/** What an engine-run check did: the facts, not a word about them. */
export interface CheckResult {
  /** The name that the run's options give the command: `test`, `lint`, ... */
  name: string
  argv: string[]
  passed: boolean
  exitCode: number | null
  /** The telling lines, at most 4,000 characters. */
  output: string
  /** Where the full output of a failed command is kept. */
  outputFile?: string
  durationMs: number
  /** What the result means where that is not plain: red as expected, or the tool is missing and optional. */
  note?: string
}
