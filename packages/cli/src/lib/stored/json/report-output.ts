import type { Report } from '@amelia/core'

/** The summary of a run: the output of `amelia report --format json`. */
export interface ReportOutput extends Report {
  /** Whether a living process runs it. */
  held: boolean
  /** Whether `amelia resume` can continue it. */
  canGoOn: boolean
}
