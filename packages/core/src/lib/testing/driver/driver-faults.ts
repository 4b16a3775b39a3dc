import type { FailureClass } from '../../contract/failure-class.ts'
import type { DriverSubject } from './driver-sessions.ts'

/** What a test can have the model, or what stands in for it, do. */
export interface DriverFaults {
  /** Makes the model's next answers take longer than any test waits. */
  hang?(subject: DriverSubject): Promise<void>
  /** Makes the next session do something that it tells of, and then take longer than any test waits. */
  begin?(subject: DriverSubject): Promise<void>
  /** Makes the next session fail in this way, and none after it. */
  fail?(subject: DriverSubject, failure: FailureClass): Promise<void>
  /** The classes that `fail` can bring about. Default: transient, rate_limited, auth, permission, context_overflow. */
  failures?: readonly FailureClass[]
  /** Makes the next session be refused with a time to wait, in milliseconds. */
  limit?(subject: DriverSubject, retryAfterMs: number): Promise<void>
  /** Makes the next session answer with this value, where a schema asks for it. */
  answer?(subject: DriverSubject, value: unknown): Promise<void>
  /** Makes the next session write a file, or try to, and then answer. */
  write?(subject: DriverSubject): Promise<void>
  /** Makes the next session use tokens until it is stopped. */
  spend?(subject: DriverSubject): Promise<void>
}
