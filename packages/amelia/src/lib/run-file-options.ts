import type { CheckOption, PlanIssue, RunEvent, RunOptions } from '@amelia/core'
import type { NodeHostOptions } from '@amelia/node'

/** Options of `run`: those of `createRun` and of `nodeHost`, with commands as text. */
export interface RunFileOptions
  extends Omit<RunOptions, 'plan' | 'host' | 'verify'>,
    Omit<NodeHostOptions, 'repo'> {
  /** A folder of the repository, which a relative `file` starts from. Default: the current folder. */
  cwd?: string | undefined
  /**
   * Id of the plan's format, such as `phase-table`, or `single` for prose. Default: detected from the text.
   */
  format?: string | undefined
  /** The tag whose tasks are the plan, in a Task Master file. Default: the only tag, else `master`. */
  tag?: string | undefined
  /**
   * Commands that must exit with 0 on every commit. A single command is the check `test`. A text is split
   * into a program and its arguments; no shell is involved.
   */
  verify?: string | Record<string, string | CheckOption> | undefined
  /** Receives each warning about the plan. Default: they are dropped. */
  onWarning?: ((warning: PlanIssue) => void) | undefined
  /** Receives every event of the run. */
  onEvent?: ((event: RunEvent) => void) | undefined
}
