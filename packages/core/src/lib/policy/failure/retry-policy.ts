/** The rules for retries, as data. */
export interface RetryPolicy {
  /** Attempts at a phase before it fails. */
  maxAttempts: number
  /** Whether an attempt after a failed one continues its session or starts a new one. */
  session: 'fresh' | 'continue'
  /** Whether an attempt after a failed one starts from the run's head or from its tree. */
  workspace: 'reset' | 'keep'
  /**
   * Reviews of a phase before a person is asked, or before it fails if nobody can answer. A rejected attempt
   * does not count towards `maxAttempts`.
   */
  maxReviewRounds: number
  /**
   * Whether the round after a review continues the session, where the driver can, or starts a new one. It
   * keeps the tree in both cases.
   */
  reviewSession: 'fresh' | 'continue'
  /** Whether the next attempt starts at once or when the other phases of its batch have ended. */
  when: 'now' | 'siblings'
  /**
   * After the last attempt: `attended` asks a person if one can answer, else the phase fails. `ask` always
   * asks, so that the phase waits. `fail` asks only about work that no check found wrong, if a person can
   * answer.
   */
  onExhausted: 'attended' | 'ask' | 'fail'
}

/** Delays after temporary failures. Times are in milliseconds. */
export interface WaitPolicy {
  /**
   * Network and server errors: doubled from `baseMs` up to `maxMs`. A person is asked after waits of
   * `totalMs` in a row.
   */
  transient: { baseMs: number; maxMs: number; totalMs: number }
  /**
   * Rate limits: the provider's time, at most `longestMs`; without one, as for `transient`. At most `limit`
   * times in a row. A provider whose pauses in a row are longer than `failoverAfterMs` is passed over, if
   * there is another driver.
   */
  rateLimited: { baseMs: number; maxMs: number; longestMs: number; limit: number; failoverAfterMs?: number }
}

const minute = 60_000

export const defaultWaits: WaitPolicy = {
  transient: { baseMs: 1_000, maxMs: 10 * minute, totalMs: 12 * 60 * minute },
  rateLimited: {
    baseMs: 15_000,
    maxMs: 10 * minute,
    longestMs: 6 * 60 * minute,
    limit: 24,
    failoverAfterMs: 5 * minute,
  },
}
