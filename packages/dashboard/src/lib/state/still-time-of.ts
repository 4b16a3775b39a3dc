import type { RunView } from '@amelia/core'

/**
 * Returns the time at which the times of a run stand still: that of its last change, if it has not ended and
 * no process runs it. Undefined while a process runs it, and while that is unknown.
 */
export const stillTimeOf = (
  view: { at: string; report: Pick<RunView['report'], 'endedAt'> } | undefined,
  listed: { held: boolean } | undefined,
): number | undefined =>
  view && view.report.endedAt === undefined && listed?.held === false ? Date.parse(view.at) : undefined
