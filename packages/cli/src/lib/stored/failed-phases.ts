import type { PhaseReport, Report } from '@amelia/core'
import { runCondition } from '@amelia/core/view'

/** Lists the failed phases of a run; of an aborted one also those that an answer stopped after a failure. */
export const failedPhases = (report: Report): PhaseReport[] => {
  const isAborted = runCondition({ report }).status === 'aborted'
  return report.phases.filter(
    ({ status, failure }) => status === 'failed' || (isAborted && status === 'cancelled' && failure),
  )
}
