/** What follows a failed attempt, as data. */
export interface RetryPolicy {
  /** Attempts at a phase before it fails. */
  maxAttempts: number
  /** Whether a later attempt goes on in the session of the one before, or begins a new one. */
  session: 'fresh' | 'continue'
  /** Whether a later attempt begins on the run's head, or goes on with what the one before has left. */
  workspace: 'reset' | 'keep'
  /** Reviews of a phase before it counts as failed. A rejected attempt is none of the failed ones. */
  maxReviewRounds: number
  /** Whether the next attempt may begin at once, or when the other phases of its batch have ended. */
  when: 'now' | 'siblings'
  /** After the last attempt: the phase fails, or a person is asked. */
  onExhausted: 'fail' | 'ask'
}

/** How long to wait for what mends itself. Times are in milliseconds. */
export interface WaitPolicy {
  /** Network and server errors: doubled from `baseMs` up to `maxMs`, at most `limit` times a phase. */
  transient: { baseMs: number; maxMs: number; limit: number }
  /** Rate limits without a time of their own: as above. With one, that time, at most `longestMs`. `limit` times in a row. */
  rateLimited: { baseMs: number; maxMs: number; longestMs: number; limit: number }
}

const minute = 60_000

export const defaultWaits: WaitPolicy = {
  transient: { baseMs: 1_000, maxMs: 2 * minute, limit: 10 },
  rateLimited: { baseMs: 15_000, maxMs: 10 * minute, longestMs: 6 * 60 * minute, limit: 24 },
}
