import { hashText } from '../../text/hash-text.ts'

export interface WaitHistory {
  baseMs: number
  maxMs: number
  /** Waits before this one. */
  waits: number
  /** The delay that the provider requested, and its maximum. */
  retryAfterMs?: number
  longestMs?: number
  /** Identifies the wait. Its hash determines the jitter. */
  key: string
}

/**
 * Milliseconds to wait before the next try: doubled each time, or what the provider asks for within bounds.
 *
 * Up to a fifth is added so that those who failed together do not come back together. The same key gives the
 * same wait.
 */
export const decideWait = ({
  baseMs,
  maxMs,
  waits,
  retryAfterMs,
  longestMs = maxMs,
  key,
}: WaitHistory): number => {
  const asked = retryAfterMs !== undefined && Number.isFinite(retryAfterMs) && retryAfterMs >= 0
  const wait = asked
    ? Math.min(Math.max(retryAfterMs, baseMs), longestMs)
    : Math.min(baseMs * 2 ** Math.min(waits, 30), maxMs)
  const chance = Number.parseInt(hashText(key).slice(0, 8), 16) / 2 ** 32
  return Math.ceil(wait * (1 + chance / 5))
}
