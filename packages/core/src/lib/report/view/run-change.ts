import type { ChargedSession } from '../../event/charged-session.ts'
import type { PhaseReport, Report } from '../../event/report.ts'
import type { RunLock } from '../../contract/run-store.ts'
import type { Plan } from '../../plan/model/plan.ts'
import type { PhaseWait } from '../wait/phase-wait.ts'

/** The fields of a report that do not list its parts. */
export type ReportSummary = Omit<Report, 'phases' | 'sessions'>

/**
 * A change of the view of a run, as `watchRun` yields it with `views`. Apply it with `applyRunChange`.
 *
 * A change is a state and not an event: a slow reader receives one change instead of several.
 */
export interface RunChange {
  /** Tells a change from an event. */
  type: 'run_changed'
  /** The run's id. */
  runId: string
  /** The number of the last event that it includes. */
  through: number
  /** When its last record was written, ISO 8601 in UTC. Durations in the report are up to then. */
  at: string
  /**
   * The lock of the run, if it changed; in a complete change always. A lock that was released is reported one
   * second later, after the last records of its process.
   */
  lock?: RunLock
  /**
   * The run's plan. Its presence makes the change complete: it replaces the view. The first change is
   * complete, also after a connection was lost, and so is one after the plan was edited.
   */
  plan?: Plan
  /** The fields of the report that changed. In a complete change: all. */
  report: Partial<Omit<ReportSummary, 'batches'>>
  /** The fields of the report that are no longer present. Absent if there are none. */
  removed?: (keyof ReportSummary)[]
  /** The batches that changed. In a complete change: all, in order. */
  batches: Report['batches']
  /** The phases that changed. In a complete change: all, in plan order. */
  phases: PhaseReport[]
  /** The waits that changed. Null: the phase is running or has ended. In a complete change: all waits. */
  waits: { phaseId: string; wait: PhaseWait | null }[]
  /** The activities that changed. Null: the phase has none. In a complete change: all activities. */
  activities: { phaseId: string; activity: PhaseActivity | null }[]
}

/**
 * The work of a phase now. A part of it is not stored: it is known to those who watch where the store
 * transmits the progress of sessions.
 */
export interface PhaseActivity {
  /**
   * The last line or tool call of its agent; or the step, the check or the review that is running, or the
   * reason why it does not continue. Without control characters; empty if it is not known.
   */
  text: string
  /** Whether the text is a line or a tool call of the agent. */
  byAgent?: true
  /** The time up to which the text holds, ISO 8601 in UTC: that of a wait whose end is announced. */
  until?: string
  /** The running step, and when it started: ISO 8601 in UTC. */
  step?: { id: string; startedAt: string }
  /** The session that reported usage last. */
  session?: ChargedSession
  /** The place of the tree of its attempt, where the git backend has places that outlast a workspace. */
  slot?: string
}

/**
 * The state of a run for a display: its report by phase, why each phase is not running, and the work of the
 * others. The usage in it includes that of running sessions, where their progress is known.
 */
export interface RunView {
  /** The run's id. */
  runId: string
  /** The number of the last event that it includes. */
  through: number
  /** When the last record that it includes was written, ISO 8601 in UTC. */
  at: string
  /** The lock of the run. Absent if it is not known. */
  lock?: RunLock
  /** The run's plan: the edited one if the run was continued with one. */
  plan: Plan
  /** The report without its phases and sessions. */
  report: ReportSummary
  /** The phases by id, in plan order. */
  phases: ReadonlyMap<string, PhaseReport>
  /** Why phases are not running, by phase. A phase that is running or has ended is absent. */
  waits: ReadonlyMap<string, PhaseWait>
  /** The work of phases, by phase. A phase that has not begun or has ended is absent. */
  activities: ReadonlyMap<string, PhaseActivity>
}
