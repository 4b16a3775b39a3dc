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

/** The id of the phase at which a fork repeats an ended run: the first failure, or where an abort cut it. */
export const listRepeated = (report: Report): string[] => {
  const left = report.phases.filter(({ status }) => status === 'cancelled')
  const isAborted = runCondition({ report }).status === 'aborted'
  return [...failedPhases(report), ...(isAborted ? left : [])].slice(0, 1).map(({ id }) => id)
}
