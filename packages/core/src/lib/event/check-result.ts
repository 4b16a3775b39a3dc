/** What an engine-run check did: the facts, not a word about them. */
export interface CheckResult {
  /** The name that the run's options give the command: `test`, `lint`, ... */
  name: string
  argv: string[]
  passed: boolean
  exitCode: number | null
  /** First and last lines, at most 4,000 characters. */
  output: string
  durationMs: number
  /** What the result means where that is not plain: red as expected, or the tool is missing and optional. */
  note?: string
}
