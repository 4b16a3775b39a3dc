const longestMs = 24 * 60 * 60_000

/**
 * Reads the wait in a response's headers, in milliseconds. `retry-after` contains seconds or a date. `now` is
 * in milliseconds since 1970.
 */
export const readRetryAfter = (
  headers: { retryAfter?: string; retryAfterMs?: string },
  now: number,
): number | undefined => {
  const { retryAfter, retryAfterMs } = headers
  if (retryAfterMs !== undefined && /^\d+(?:\.\d+)?$/.test(retryAfterMs)) return bound(Number(retryAfterMs))
  if (retryAfter === undefined) return undefined
  if (/^\d+(?:\.\d+)?$/.test(retryAfter)) return bound(Number(retryAfter) * 1000)
  const time = Date.parse(retryAfter)
  return Number.isNaN(time) ? undefined : bound(time - now)
}

const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * Reads the wait in a message, in milliseconds: "try again in 1m2.5s", "in 20 seconds", "in 3 hours 5
 * minutes".
 */
export const readWaitInText = (text: string): number | undefined => {
  const said = /try again in ([^\n]{1,80})/i.exec(text)?.[1]
  if (said === undefined) return undefined
  let total: number | undefined
  for (const [, count, unit] of said.matchAll(
    /(\d+(?:\.\d+)?)\s?(ms|millisecond|s(?![a-z])|second|m(?![a-z])|minute|h(?![a-z])|hour|d(?![a-z])|day)/g,
  )) {
    const name = unit === 'ms' || unit === 'millisecond' ? 'ms' : (unit?.[0] ?? 's')
    total = (total ?? 0) + Number(count) * (unitMs[name] ?? 0)
  }
  return total === undefined ? undefined : bound(total)
}

const bound = (ms: number): number => Math.min(Math.max(0, Math.ceil(ms)), longestMs)
