/** Time, as the run sees it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after `ms`, or rejects with the signal's reason. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}
