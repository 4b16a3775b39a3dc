import type { RunView } from '@amelia/core'
import type { RunCondition } from '@amelia/core/view'

/**
 * Returns the time at which the times of a run that has not ended stand still: that of its last change, if no
 * process runs it, and that at which the connection was lost, `lostAt`. Undefined while a process runs it.
 */
export const stillTimeOf = (
  view: { at: string; report: Pick<RunView['report'], 'endedAt'> } | undefined,
  condition: Pick<RunCondition, 'state'> | undefined,
  lostAt?: number,
): number | undefined =>
  view &&
  view.report.endedAt === undefined &&
  (condition?.state === 'interrupted' || condition?.state === 'unknown')
    ? condition.state === 'unknown' && lostAt !== undefined
      ? lostAt
      : Date.parse(view.at)
    : undefined
