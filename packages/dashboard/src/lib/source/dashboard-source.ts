import type {
  GateAnswer,
  ListedRun,
  SendResult,
  Plan,
  PlanIssue,
  RunChange,
  ControlCommand,
  TrustLevel,
  WatchedEvent,
} from '@amelia/core'
import type { FileDiff, PhaseDetails } from './phase-details.ts'

/** A run in a list. */
export type DashboardRun = Omit<ListedRun, 'problem'>

/** The permissions of the person at the dashboard. */
export interface DashboardAccess {
  /** `operate` may answer, cancel and steer; `start` may also start and resume runs. */
  access: 'read' | 'operate' | 'start'
  /** Whether a plan can be started. */
  canStart: boolean
  /** Whether a run can be resumed. */
  canResume: boolean
  /** Whether a run can be reverted. */
  canRevert: boolean
  /** Whether a plan can be checked. */
  canCheck: boolean
}

/** The result of checking a plan. */
export interface CheckedPlan {
  /** Errors and warnings, by line. */
  issues: PlanIssue[]
  /** The plan, if it could be read. */
  plan?: Plan
  /** The phases of each batch, in order. */
  batches?: { phases: string[] }[]
  /** The minutes that the plan expects. */
  minutes?: number
}

/** The request for the stream of a run. */
export interface WatchRequest {
  /** The run's id. */
  runId: string
  /** The number of the last event that is already known. */
  after: number
  /** Whether to yield the progress of sessions. */
  progress: boolean
  /** Whether to yield changes of the run's view. */
  views: true
  /** Ends the iteration. */
  signal?: AbortSignal
}

/**
 * The functions by which the dashboard reads and controls runs. A client of `@amelia/http/client` is one. A
 * missing optional function hides its control.
 */
export interface DashboardSource {
  /** Iterates the changes and the events of a run. The first change is complete. */
  watch(options: WatchRequest): AsyncIterable<WatchedEvent | RunChange>
  /** Reads the answers to open questions that a resume applies. */
  readRun?(runId: string): Promise<{ savedAnswers: readonly GateAnswer[] }>
  /** Lists the runs, newest first. */
  listRuns(): Promise<DashboardRun[]>
  /** How a person starts a run, shown while there is none. Default: that runs appear when they start. */
  startHint?: string
  /** Sends an answer, a cancellation or a text to a run. */
  send(runId: string, command: ControlCommand): Promise<SendResult>
  /** Reads the stored facts about a phase. */
  readPhase(runId: string, phaseId: string): Promise<PhaseDetails>
  /** Reads the transcript of a session. */
  readTranscript(runId: string, name: string): Promise<string>
  /** Reads the changed files of a phase, or of the run. */
  readDiff(runId: string, phaseId?: string): Promise<FileDiff[]>
  /** Reads the permissions of the person. */
  readAccess(): Promise<DashboardAccess>
  /** Checks the text of a plan. */
  checkPlan?(text: string): Promise<CheckedPlan>
  /** Starts a run. */
  startRun?(plan: string, options?: { runId?: string; trust?: TrustLevel }): Promise<{ runId: string }>
  /** Resumes a run whose process has ended. */
  resumeRun?(runId: string): Promise<unknown>
  /** Restores the target branch of a run. */
  revertRun?(runId: string): Promise<unknown>
  /** Calls a function when the connection of a watch is lost and will be retried; returns its removal. */
  onRetry?(listener: (error: unknown, delayMs: number) => void): () => void
}
