import type { SessionProgress, SessionWait } from '../contract/driver.ts'
import type { Spend } from './budget.ts'
import type { ChargedSession } from './charged-session.ts'

/**
 * A running session has used more. It is not journalled and has no `seq`: `afterSeq` places it. The sums of
 * the run and of the phase include the running sessions.
 */
export interface SessionUsageEvent extends ChargedSession {
  type: 'session_usage'
  afterSeq: number
  at: string
  runId: string
  phaseId?: string
  spent: Spend
  phaseSpent?: Spend
}

/** A session waits for its provider. It is not journalled and has no `seq`: `afterSeq` places it. */
export interface SessionWaitingEvent extends Omit<SessionWait, 'type' | 'until'> {
  type: 'session_waiting'
  afterSeq: number
  at: string
  runId: string
  phaseId: string
  provider: string
  /** When the provider accepts requests again, ISO 8601 in UTC, if it announced that. */
  until?: string
}

/**
 * An error that does not stop the run: a listener or `onGate` failed, or a clean-up. It is not journalled and
 * has no `seq`: `afterSeq` places it.
 */
export interface WarningEvent {
  type: 'warning'
  afterSeq: number
  at: string
  runId: string
  message: string
}

/** The progress of a session, or a warning. It is not journalled and has no `seq`: `afterSeq` places it. */
export type SessionEvent = ProgressEvent | SessionUsageEvent | SessionWaitingEvent | WarningEvent

/** Progress of a session. It is not journalled and has no `seq`: `afterSeq` places it. */
export interface ProgressEvent {
  type: 'session_progress'
  afterSeq: number
  at: string
  runId: string
  phaseId: string
  progress: SessionProgress
}
