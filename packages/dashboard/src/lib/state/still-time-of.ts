import type { RunView } from '@amelia/core'
import type { RunCondition } from '@amelia/core/view'

/**
 * Returns the time at which the times of a run stand still: that of its last change, if it has not ended and
 * no process runs it, or that is unknown. Undefined while a process runs it.
 */
export const stillTimeOf = (
  view: { at: string; report: Pick<RunView['report'], 'endedAt'> } | undefined,
  condition: Pick<RunCondition, 'state'> | undefined,
): number | undefined =>
  view &&
  view.report.endedAt === undefined &&
  (condition?.state === 'interrupted' || condition?.state === 'unknown')
    ? Date.parse(view.at)
    : undefined
