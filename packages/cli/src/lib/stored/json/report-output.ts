import type { Report } from '@amelia/core'
import type { RunCondition } from '@amelia/core/view'

/** The summary of a run: the output of `amelia report --format json`. */
export interface ReportOutput extends Report {
  /** The run as people see it: `interrupted` if its process died. */
  condition: RunCondition
  /** Whether a living process runs it. */
  locked: boolean
  /** Whether `amelia resume` can continue it. */
  canGoOn: boolean
}
