/**
 * The purpose of a wait. `limit`: it matters only if a call that is running does not end first. `grace`: the
 * same for a call that was told to stop. `poll`: it is repeated as long as its owner lives.
 */
export type WaitPurpose = 'limit' | 'grace' | 'poll'

/** Time, as the run sees it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /**
   * Resolves after `ms`, or rejects with the signal's reason. A clock of tests that skips waits needs their
   * purpose; without one, the caller continues after the wait. Every other clock ignores it.
   */
  wait(ms: number, signal?: AbortSignal, purpose?: WaitPurpose): Promise<void>
}
