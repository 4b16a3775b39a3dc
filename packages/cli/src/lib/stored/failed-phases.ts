import type { PhaseReport, Report } from '@amelia/core'
import { runCondition } from '@amelia/core/view'

/** Lists the failed phases of a run, and those that an answer ended after a failure. */
export const failedPhases = (report: Report): PhaseReport[] => {
  const isAborted = runCondition({ report }).status === 'aborted'
  return report.phases.filter(
    ({ status, failure }) =>
      status === 'failed' || (failure && (status === 'skipped' || (isAborted && status === 'cancelled'))),
  )
}
