import type {
  GateAnswer,
  ListedRun,
  SendResult,
  Plan,
  PlanIssue,
  RunChange,
  ControlCommand,
  WatchedEvent,
} from '@amelia/core'
import type { RemoteAccess, StartChoices, StartSettings } from '@amelia/http/client'
import type { FileDiff, PhaseDetails } from './phase-details.ts'

/** A run in a list. */
export type DashboardRun = Omit<ListedRun, 'problem'>

/** The result of checking a plan. */
export interface CheckedPlan {
  /** Errors and warnings, by line. */
  issues: PlanIssue[]
  /** The plan, if it could be read. */
  plan?: Plan
  /** The phases of each batch, in order. */
  batches?: { phases: string[] }[]
  /** The ids of open phases whose work no step spells out, so that only an agent can do it. */
  needsAgent?: string[]
  /** The headings of the plans in a text of several, of which one can run. */
  sections?: string[]
  /** The minutes that the plan expects. */
  minutes?: number
  /** The lines that look like work and were not read, if there are any. */
  skipped?: { line: number; text: string }[]
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
  readAccess(): Promise<RemoteAccess>
  /** Checks the text of a plan, or its section below the heading `select`. */
  checkPlan?(text: string, options?: { select?: string }): Promise<CheckedPlan>
  /** Starts a run. */
  startRun?(
    plan: string,
    options?: StartSettings & { runId?: string; select?: string; acceptSkipped?: boolean },
  ): Promise<{ runId: string }>
  /** Reads the plans, agents and settings that are offered for a start. Default: only trust can be chosen. */
  readStart?(): Promise<StartChoices>
  /** Reads the text of a plan that `readStart` lists. */
  readPlan?(path: string): Promise<string>
  /** Resumes a run whose process has ended. */
  resumeRun?(runId: string): Promise<unknown>
  /** Restores the target branch of a run. */
  revertRun?(runId: string): Promise<unknown>
  /** Calls a function when the connection of a watch is lost and will be retried; returns its removal. */
  onRetry?(listener: (error: unknown, delayMs: number) => void): () => void
}
