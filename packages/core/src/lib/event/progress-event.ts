import type { SessionProgress, SessionWait } from '../contract/driver.ts'
import type { PluginEventFields } from '../contract/tool/own-event.ts'
import type { Spend } from './budget.ts'
import type { ChargedSession } from './charged-session.ts'

/**
 * A running session has used more. It is not journalled and has no `seq`: `afterSeq` places it. The sums of
 * the run and of the phase include the running sessions.
 */
export interface SessionUsageEvent extends ChargedSession {
  /** The type of the event. */
  type: 'session_usage'
  /** The `seq` of the last journalled event before it. */
  afterSeq: number
  /** When it happened, ISO 8601 in UTC. */
  at: string
  /** The run's id. */
  runId: string
  /** The phase that the session works for. Absent for a session of the run itself. */
  phaseId?: string
  /** The usage of the run so far. */
  spent: Spend
  /** The usage of the phase so far. Absent for a session of the run itself. */
  phaseSpent?: Spend
}

/** A session waits for its provider. It is not journalled and has no `seq`: `afterSeq` places it. */
export interface SessionWaitingEvent extends Omit<SessionWait, 'type' | 'until'> {
  /** The type of the event. */
  type: 'session_waiting'
  /** The `seq` of the last journalled event before it. */
  afterSeq: number
  /** When it happened, ISO 8601 in UTC. */
  at: string
  /** The run's id. */
  runId: string
  /** The phase that the session works for. */
  phaseId: string
  /** The provider that the session waits for. */
  provider: string
  /** When the provider accepts requests again, ISO 8601 in UTC, if it announced that. */
  until?: string
}

/**
 * An error that does not stop the run: a listener or `onGate` failed, or a clean-up. It is not journalled and
 * has no `seq`: `afterSeq` places it.
 */
export interface WarningEvent {
  /** The type of the event. */
  type: 'warning'
  /** The `seq` of the last journalled event before it. */
  afterSeq: number
  /** When it happened, ISO 8601 in UTC. */
  at: string
  /** The run's id. */
  runId: string
  /** The place and the message of the error, without secrets. */
  message: string
}

/**
 * An event that a driver, a reviewer, an evaluator or a function emitted without `journal`. It has no `seq`:
 * `afterSeq` places it.
 */
export interface PluginEvent extends PluginEventFields {
  /** The type of the event. */
  type: 'plugin_event'
  /** The `seq` of the last journalled event before it. */
  afterSeq: number
  /** When it happened, ISO 8601 in UTC. */
  at: string
  /** The run's id. */
  runId: string
}

/**
 * A reader was slower than the run, so its oldest unread progress was dropped. Each reader has its own gaps;
 * listeners have none.
 */
export interface MissedEvent {
  /** The type of the event. */
  type: 'progress_missed'
  /** The `seq` of the last journalled event before the last item that was dropped. */
  afterSeq: number
  /** The time of the last item that was dropped, ISO 8601 in UTC. */
  at: string
  /** The run's id. */
  runId: string
  /** The number of items that were dropped here. */
  count: number
}

/**
 * The progress of a session, an event of a plugin, a warning, or a gap. It is not journalled and has no
 * `seq`: `afterSeq` places it.
 */
export type SessionEvent =
  | ProgressEvent
  | SessionUsageEvent
  | SessionWaitingEvent
  | PluginEvent
  | WarningEvent
  | MissedEvent

/**
 * The types of events that are not journalled, but for the gaps of readers. `plugin_event` is also the type
 * of journalled ones.
 */
export const sessionEventTypes = [
  'session_progress',
  'session_usage',
  'session_waiting',
  'plugin_event',
  'warning',
] as const satisfies readonly SessionEvent['type'][]

/** Output of a command that a phase runs: of a step, or of a check. */
export interface CommandOutput {
  /** The type of the progress. */
  type: 'output'
  /** The program and its arguments, with spaces between them. */
  command: string
  /** The output since the last progress of the command, without secrets: usually complete lines. */
  text: string
}

/** Progress of a session, or of a command. It is not journalled and has no `seq`: `afterSeq` places it. */
export interface ProgressEvent {
  /** The type of the event. */
  type: 'session_progress'
  /** The `seq` of the last journalled event before it. */
  afterSeq: number
  /** When it happened, ISO 8601 in UTC. */
  at: string
  /** The run's id. */
  runId: string
  /** The phase that the session or the command works for. */
  phaseId: string
  /**
   * The session, as `session_usage` and `session_charged` name it. Absent for progress of a reviewer itself,
   * and for a command.
   */
  session?: string
  /** The progress that the driver or the command reported, without secrets. */
  progress: SessionProgress | CommandOutput
}
