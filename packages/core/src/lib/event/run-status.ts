/**
 * The statuses of a run.
 *
 * - `running`: phases run or may start
 * - `draining`: phases that run finish, and nothing new starts
 * - `waiting`: only open gates, or phases that depend on them, are left
 * - `completed`: every phase is completed, or was done before the run
 * - `partial`: the run finished and at least one phase was skipped
 * - `failed`: a phase failed and nothing else may start
 * - `cancelled`: the run was cancelled, or drained before its last phase; it can be resumed
 * - `aborted`: a person ended the run for good
 */
export const runStatuses = [
  'running',
  'draining',
  'waiting',
  'completed',
  'partial',
  'failed',
  'cancelled',
  'aborted',
] as const

/** The status of a run. */
export type RunStatus = (typeof runStatuses)[number]
