import type { GateAnswer, ListedRun, Report, StoredRun } from '@amelia/core'

/** A phase that is not running, and the reason. */
export type RemoteWait = NonNullable<ReturnType<StoredRun['whyWaiting']>> & { phaseId: string }

/** A run in a list, without the reason why it cannot be read. */
export type RemoteListedRun = Omit<ListedRun, 'problem'>

/** A run as `GET /v1/runs/{runId}` returns it. */
export interface RemoteRun {
  /** The run's id. */
  runId: string
  /** The number of its last event: watch the run after it. */
  seq: number
  /** The run as people see it. */
  condition: StoredRun['condition']
  /** Whether a process can resume it. */
  canGoOn: boolean
  /** Whether a living process runs it. */
  locked: boolean
  /** The open gates are in `report.gates`. */
  report: Report
  /** The answers to open gates that no process has applied yet. */
  savedAnswers: GateAnswer[]
  /** Why each phase that is not running waits. */
  waits: RemoteWait[]
}
