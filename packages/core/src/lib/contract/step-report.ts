/** The status of a subtask or a step. `interrupted`: it was running when the process of its run ended. */
export type PartStatus =
  | 'pending'
  | 'running'
  | 'completed'
  | 'failed'
  | 'skipped'
  | 'cancelled'
  | 'blocked'
  | 'external'
  | 'interrupted'

/** A step of a subtask. */
export interface StepReport {
  /** The id of the step. */
  id: string
  /** A step that has not ended takes the status of its phase once that has ended. */
  status: PartStatus
  /** When it last started: ISO 8601 in UTC. Absent if the engine did not run it. */
  startedAt?: string
  /** When it last ended: ISO 8601 in UTC. */
  completedAt?: string
  /** How long it last took, in milliseconds. */
  durationMs?: number
  /** The command that ran last: the planned one or a fallback. */
  command?: string
  /** The result of a function: JSON data. */
  result?: unknown
  /** Why it was skipped. */
  skipReason?: string
}
