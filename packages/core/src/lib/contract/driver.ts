import { checkArgument } from '../error/check/check-options.ts'
import { aFunction, shape, text } from '../error/check/rule.ts'
import type { Meta } from '../plan/field/meta.ts'
import type { Risk } from '../plan/field/risk.ts'
import type { FailureClass } from './failure-class.ts'
import type { SessionTools } from './tool/session-tools.ts'
import type { SessionProgress, Usage } from './tool/session-progress.ts'
import type { Workspace } from './workspace.ts'

export type { SessionProgress, SessionWait, TodoItem, Usage } from './tool/session-progress.ts'

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

/** The run, and the part of its plan, that a call of a plugin works for. */
export interface WorkContext {
  /** The run, its plan's title and its `meta`. Absent for sessions of `generatePlan`, which have no run. */
  run?: { id: string; title: string; meta?: Meta }
  /** The phase. `risk`: the highest of the phase and its steps. Absent for work on the run itself. */
  phase?: { id: string; title: string; risk: Risk; meta?: Meta }
  /** The number of the phase's attempt, from 1. Absent without a phase. */
  attempt?: number
  /**
   * The unit that was dispatched: the phase, one of its subtasks, or a step. Reviews and checkpoints have the
   * phase. Absent without a phase.
   */
  unit?: Unit
}

/** The assignment of one session. */
export interface SessionRequest extends WorkContext {
  /** The role decides about the driver, the model and the prompt. Developers write; the others read. */
  role: 'architect' | 'developer' | 'reviewer' | 'evaluator'
  /** The complete prompt of the session, or of its next turn with `resume`. */
  prompt: string
  /** The tree that the session works in. */
  workspace: Workspace
  /** Whether the session may change files. */
  access: 'read' | 'write'
  /**
   * Tools for the model, bound to the workspace and to `access`. An agent with its own tools does not need
   * them.
   */
  tools: SessionTools
  /** The limits of the session. An absent field is unlimited. */
  limits: { tokens?: number; usd?: number; wallMs?: number }
  /** The number of the phase's dispatch, from 1. Absent without a phase. */
  dispatch?: number
  /** The model that the plan or the run's options name for the session. Absent: the driver's own. */
  model?: string
  /** A UUID for the new session, where the driver can choose its id. Absent with `resume`. */
  sessionId?: string
  /**
   * The id of a session to continue. Output schema, model and tools are those of the session's first request.
   */
  resume?: string
  /** A JSON Schema that the session's output must follow. */
  outputSchema?: Record<string, unknown>
  /**
   * A driver that starts processes puts `AMELIA_SESSION=<marker>` into their environment: by it, the host
   * finds and ends them.
   */
  marker?: string
}

/** The result of a session that came to its end. */
export interface SessionResult {
  /** For {@link SessionRequest.resume}. */
  sessionId?: string
  /** The last message of the agent, with its report if the driver's `reports` is `text`. */
  text: string
  /** The output that `outputSchema` asked for. */
  output?: unknown
  /** The usage of this session. An empty object if it is unknown. */
  usage: Usage
}

/**
 * How far a session can be continued after its process has ended: not at all, in the same process of the
 * engine, on the same machine, or anywhere.
 */
export type SessionResume = 'none' | 'process' | 'machine' | 'anywhere'

/** A session's transcript in the vendor's own format. */
export interface Transcript {
  /** The extension of its file name: `jsonl`, `json`. */
  format: string
  /** The complete transcript. */
  text: string
}

/**
 * Describes for people how far a driver's sessions reach: each field is a plain sentence or two. The dry run
 * and `docs/extend/drivers.md` show it.
 */
export interface DriverAccess {
  /** Tools and commands, of sessions that write and of those that only read. */
  allowed: string
  /** The project's rules, skills and servers that the agent is given. */
  sees: string
  /** The limits that the operating system or the agent's program enforces, on this machine. */
  confined: string
  /** The login that sessions use: a variable, or the agent's own login. Never the login itself. */
  login?: string
  /**
   * The account that pays for sessions, and which of its pools, as far as variables and files tell without a
   * request; `unknown: ...` otherwise. Never a secret.
   */
  paidBy?: string
  /** The classes of the failures of sessions whose account is empty. */
  emptyAs?: FailureClass[]
}

/** The two ways out of a running call: being stopped, and telling how it goes. */
export interface CallContext<Progress> {
  /** Aborts when the call must stop. The call then rejects with the signal's reason. */
  signal: AbortSignal
  /** Reports progress while the call runs. */
  emit(progress: Progress): void
}

/**
 * Talks to one kind of agent.
 *
 * `runSession` returns once. It fails only through `driverError`; anything else that it throws counts as
 * `agent_failed`. It stops soon after `signal` aborts and then rejects with the signal's reason.
 *
 * Short waits stay inside the session, as the vendor's own retries of a request, and are reported as
 * `waiting`. A longer wait ends the session with `rate_limited` or `transient`: the engine waits, and
 * continues the session. `retryAfterMs` is a delay that the server sent, never a guess. A session that does
 * not exist any more fails with `session_lost`, and one whose program was ended from outside with
 * `interrupted`.
 */
export interface DriverV1 {
  /** The version of the contract. `defineDriver` sets it. */
  contract: 'driver-v1'
  /** Names the driver in events, reports and transcripts. */
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
  /**
   * Whether its agents have a todo list, which it emits as `todo`. The prompt then asks for one item per
   * subtask. Absent: no.
   */
  todo?: true
  /** How far {@link SessionRequest.resume} reaches. Absent: `none`. */
  resume?: SessionResume
  /** How far sessions reach. Absent: the driver does not describe it. */
  access?: DriverAccess
  /** Runs one session until its end. Rejects only with a `driverError` or the reason of the signal. */
  runSession(request: SessionRequest, context: CallContext<SessionProgress>): Promise<SessionResult>
  /**
   * Gives a person's text to a running session, for its next turn. Resolves with true once the session has
   * received it, and with false if the session certainly does not receive it, for instance because it has
   * ended: the phase's next session then does. A rejection means that this is unknown; the text is not given
   * again. Settles before `runSession` does. Without it, texts wait for the next session.
   */
  steer?(sessionId: string, text: string): Promise<boolean>
  /** Reads the transcript of a session that has ended, also of a killed one. Undefined if there is none. */
  readTranscript?(sessionId: string): Promise<Transcript | undefined>
  /**
   * Reads the usage of a session from the agent's own records, also after the engine died with the session:
   * the usage since the session began, earlier parts included if it was resumed. The records are untrusted:
   * bound how much is read, and ignore lines that cannot be read. Undefined if there are no records. Without
   * it, an engine that died leaves the usage of its sessions as they reported it last.
   */
  readUsage?(sessionId: string): Promise<Usage | undefined>
  /**
   * Ends the sessions that are under way, which reject then, and lets go of what the driver holds. Called by
   * whoever made the driver, when no run needs it any more: a run never does, as one driver may serve
   * several.
   */
  close?(): Promise<void>
}

const definition = shape('an object with the methods of a driver', { id: text, runSession: aFunction })

/** Says that an object is a driver, and lets its types be inferred. Throws `OPTION_INVALID`. */
export const defineDriver = (driver: Omit<DriverV1, 'contract'>): DriverV1 => {
  checkArgument('defineDriver', 'driver', driver, definition)
  return { contract: 'driver-v1', ...driver }
}

export type { FailureClass }
