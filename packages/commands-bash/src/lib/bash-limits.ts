/** The limits of one command. A command that exceeds a limit exits with 126. */
export interface BashLimits {
  /** Commands that a script executes. Default: 100,000. */
  maxCommandCount?: number
  /** Iterations of the loops of a script. Default: 100,000. */
  maxLoopIterations?: number
  /** Depth of function calls. Default: 100. */
  maxCallDepth?: number
  /** Time in milliseconds. Default: 600,000 (10 min). */
  maxExecutionTimeMs?: number
  /** Bytes of input. Default: 512 MiB. */
  maxInputBytes?: number
  /** Bytes that a script keeps in memory at once. Default: 512 MiB. */
  maxLiveBytes?: number
}
