/** The result of a check that the engine ran. */
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
  /** How a person can resolve its failure: suggestions, not facts. */
  suggestions?: string[]
  /** Explains a result that is not obvious: red as expected, or the tool is missing and optional. */
  note?: string
}
