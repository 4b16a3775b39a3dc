import type { RunView } from '@amelia/core'
import { runCondition } from '@amelia/core/view'

/**
 * Whether a process may own the run, also if the run waits for an answer: whether it would be running if it
 * did not wait. False for a run that has ended.
 */
export const hasProcess = (view: RunView | undefined): boolean =>
  view !== undefined &&
  view.report.endedAt === undefined &&
  runCondition({ ...view, report: { status: 'running' } }).state !== 'interrupted'
