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
 * The lower bound is one second, doubled each time up to `baseMs`: a provider that keeps asking for less than
 * it needs is not asked every second.
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
  const doubled = 2 ** Math.min(waits, 30)
  const least = Math.min(1_000 * doubled, baseMs)
  const wait = asked ? Math.min(Math.max(retryAfterMs, least), longestMs) : Math.min(baseMs * doubled, maxMs)
  const chance = Number.parseInt(hashText(key).slice(0, 8), 16) / 2 ** 32
  return Math.ceil(wait * (1 + chance / 5))
}
