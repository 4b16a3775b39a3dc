import type { FailureClass } from './failure-class.ts'
import type { Workspace } from './workspace.ts'

/** The usage of one session, without that of earlier ones. */
export interface Usage {
  inputTokens?: number
  outputTokens?: number
  usd?: number
}

/** The unit of work that is dispatched at once. */
export type Unit =
  | { kind: 'phase' }
  | { kind: 'subtask'; subtaskId: string }
  /**
   * Several subtasks at once, each in a separate session and workspace. A driver receives one of them at a
   * time.
   */
  | { kind: 'parallel'; subtaskIds: string[] }
  | { kind: 'step'; subtaskId: string; stepId: string }

export interface SessionRequest {
  role: 'architect' | 'developer' | 'reviewer' | 'evaluator'
  prompt: string
  workspace: Workspace
  /** Whether the session may change files. */
  access: 'read' | 'write'
  /** The limits of the session. An absent field is unlimited. */
  limits: { tokens?: number; usd?: number; wallMs?: number }
  /** The id of a session to go on with. */
  resume?: string
  /** A JSON Schema that the session's output must follow. */
  outputSchema?: Record<string, unknown>
  /**
   * A driver that starts processes puts `AMELIA_SESSION=<marker>` into their environment: by it, the host
   * finds and ends them.
   */
  marker?: string
  unit?: Unit
}

export interface SessionResult {
  /** For {@link SessionRequest.resume}. */
  sessionId?: string
  text: string
  /** The output that `outputSchema` asked for. */
  output?: unknown
  usage: Usage
}

/** Progress of a session. It is shown and counted, never journalled. */
export type SessionProgress =
  | { type: 'text'; text: string }
  | { type: 'tool'; name: string; summary: string }
  | { type: 'usage'; usage: Usage }

/** The two ways out of a running call: being stopped, and telling how it goes. */
export interface CallContext<Progress> {
  signal: AbortSignal
  emit(progress: Progress): void
}

/**
 * Talks to one kind of agent.
 *
 * `runSession` returns once. It fails only through `driverError`; anything else that it throws counts as
 * `agent_failed`. It stops soon after `signal` aborts and then rejects with the signal's reason. Retries are
 * the engine's: a vendor's own are turned off.
 */
export interface DriverV1 {
  contract: 'driver-v1'
  id: string
  /** Sessions of one provider share its rate limits. */
  provider: string
  /** The units that the driver can count. A budget in any other unit is refused when the run starts. */
  meters: ('tokens' | 'usd')[]
  /**
   * How developers report what they did: as `output`, where the driver holds its agent to `outputSchema`, or
   * at the end of `text`, for which the prompt asks. A session without a report that can be read has failed
   * then. Absent: no report is asked for, and a session that comes to its end has done what it was asked to.
   */
  reports?: 'output' | 'text'
  runSession(request: SessionRequest, context: CallContext<SessionProgress>): Promise<SessionResult>
  /**
   * Ends the sessions that are under way, which reject then, and lets go of what the driver holds. Called by
   * whoever made the driver, when no run needs it any more: a run never does, as one driver may serve
   * several.
   */
  close?(): Promise<void>
}

/** Says that an object is a driver, and lets its types be inferred. */
export const defineDriver = (driver: Omit<DriverV1, 'contract'>): DriverV1 => ({
  contract: 'driver-v1',
  ...driver,
})

export type { FailureClass }
