import type { FailureClass } from '../../contract/failure-class.ts'
import type { DriverSubject } from './driver-sessions.ts'

/** Hooks that control the model, or its stand-in. */
export interface DriverFaults {
  /** Makes the model's next answers take longer than any test waits. */
  hang?(subject: DriverSubject): Promise<void>
  /** Makes the next session emit progress, and then take longer than any test waits. */
  begin?(subject: DriverSubject): Promise<void>
  /** Makes only the next session fail, with this class. */
  fail?(subject: DriverSubject, failure: FailureClass): Promise<void>
  /**
   * The classes that `fail` supports. Default: transient, rate_limited, auth, permission, context_overflow.
   */
  failures?: readonly FailureClass[]
  /** Makes the provider refuse the next session with a time to wait, in milliseconds. */
  limit?(subject: DriverSubject, retryAfterMs: number): Promise<void>
  /** Makes the next session return this value if its request has a schema. */
  answer?(subject: DriverSubject, value: unknown): Promise<void>
  /** Makes the next session write a file, or try to, and then answer. */
  write?(subject: DriverSubject): Promise<void>
  /** Makes the next session use tokens until it is stopped. */
  spend?(subject: DriverSubject): Promise<void>
}
