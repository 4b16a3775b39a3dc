import type { TodoItem } from '../../contract/driver.ts'
import type { FailureClass } from '../../contract/failure-class.ts'
import type { DriverSubject } from './driver-sessions.ts'

/** A request as the model received it. */
export interface ReceivedRequest {
  /** All text of the conversation. */
  text: string
  /** The model that the request names. Absent if it names none. */
  model?: string
}

/** Hooks that control the model, or its stand-in. */
export interface DriverFaults<Subject extends DriverSubject = DriverSubject> {
  /** Makes the model's next answers take longer than any test waits. */
  hang?(subject: Subject): void | Promise<void>
  /** Makes the next session emit progress, and then take longer than any test waits. */
  begin?(subject: Subject): void | Promise<void>
  /**
   * Makes only the next session use tokens, report text or a tool, and then take longer than any test waits.
   */
  work?(subject: Subject): void | Promise<void>
  /** Ends the program of the running session from outside, as `kill -9` does. */
  kill?(subject: Subject): void | Promise<void>
  /** Deletes a stored session. */
  lose?(subject: Subject, sessionId: string): void | Promise<void>
  /** Deletes a part of a stored session, so that its program could resume it, but not with all it did. */
  cut?(subject: Subject, sessionId: string): void | Promise<void>
  /**
   * Makes the next session emit progress in the middle of its first turn, and wait for `resume`; afterwards
   * it answers every turn at once.
   */
  halt?(subject: Subject): { resume(): void } | Promise<{ resume(): void }>
  /** Returns the last request that the model received. */
  received?(subject: Subject): ReceivedRequest | Promise<ReceivedRequest>
  /**
   * Makes the provider refuse one request in the middle of the next session with a rate limit, and accept it
   * when it is sent again.
   */
  refuse?(subject: Subject): void | Promise<void>
  /**
   * Makes the provider refuse the next session with a rate limit, but without a time to wait. The agent's
   * program may announce a guess. Default: `fail`, if it supports `rate_limited`.
   */
  guess?(subject: Subject): void | Promise<void>
  /** Makes only the next session fail, with this class. */
  fail?(subject: Subject, failure: FailureClass): void | Promise<void>
  /**
   * The classes that `fail` supports. Default: transient, rate_limited, auth, permission, context_overflow.
   */
  failures?: readonly FailureClass[] | undefined
  /** Makes the provider refuse the next session with a time to wait, in milliseconds. */
  limit?(subject: Subject, retryAfterMs: number): void | Promise<void>
  /** Makes the next session return this value if its request has a schema. */
  answer?(subject: Subject, value: unknown): void | Promise<void>
  /** Makes the agent of the next session keep this todo list, and then answer. */
  list?(subject: Subject, items: readonly TodoItem[]): void | Promise<void>
  /** Makes the next session write a file, or try to, and then answer. */
  write?(subject: Subject): void | Promise<void>
  /** Makes the model of the next session call one of the request's tools once, and then answer. */
  use?(subject: Subject, name: string, input: Record<string, unknown>): void | Promise<void>
  /** Makes the next session use tokens until it is stopped. */
  spend?(subject: Subject): void | Promise<void>
}
