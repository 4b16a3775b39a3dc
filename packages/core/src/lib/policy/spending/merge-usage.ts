import type { Usage } from '../../contract/driver.ts'

/** Usage as it is reported, or as a charge records it: there, null stands for unknown dollars. */
type Known = Omit<Usage, 'usd'> & { usd?: number | null }

/**
 * Merges two reports of one session's usage, `now` after `known`.
 *
 * Tokens never decrease. The vendor's figure of dollars replaces an estimate; an estimate replaces the
 * vendor's figure only if it is larger, because it then includes what the vendor has not reported. A value
 * that is not a finite number of at least 0 is unknown.
 */
export const mergeUsage = (known: Known, now: Usage): Usage => {
  const merged: Usage = {}
  for (const kind of ['inputTokens', 'cachedInputTokens', 'outputTokens'] as const) {
    const value = larger(known[kind], now[kind])
    if (value !== undefined) merged[kind] = value
  }
  const { usd, estimated } = chooseDollars(known, now)
  if (usd === undefined || usd === null) return merged
  merged.usd = usd
  if (estimated) merged.estimated = true
  return merged
}

const chooseDollars = (known: Known, now: Usage): Pick<Known, 'usd' | 'estimated'> => {
  const [before, after] = [read(known.usd), read(now.usd)]
  if (after === undefined) return known
  if (before === undefined) return now
  if (known.estimated && !now.estimated) return now
  return after >= before ? now : known
}

const larger = (one: number | undefined, other: number | undefined): number | undefined => {
  const [first, second] = [read(one), read(other)]
  return first === undefined ? second : Math.max(first, second ?? 0)
}

const read = (value: number | null | undefined): number | undefined =>
  value !== undefined && value !== null && Number.isFinite(value) && value >= 0 ? value : undefined
