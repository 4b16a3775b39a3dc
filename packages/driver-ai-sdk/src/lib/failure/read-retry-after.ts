const longestMs = 24 * 60 * 60_000

/**
 * Reads the wait in a response's headers, in milliseconds. They contain milliseconds, seconds or a date.
 * `now` is in milliseconds since 1970.
 */
export const readRetryAfter = (headers: Record<string, unknown>, now: number): number | undefined => {
  const found = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
  const ms = found.get('retry-after-ms')
  if (ms !== undefined && isNumber(ms)) return bound(Number(ms))
  const after = found.get('retry-after')
  if (after === undefined) return undefined
  if (isNumber(after)) return bound(Number(after) * 1000)
  const time = Date.parse(after)
  return Number.isNaN(time) ? undefined : bound(time - now)
}

const isNumber = (text: string): boolean => /^\d+(?:\.\d+)?$/.test(text)

const units: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/**
 * Reads the wait in a message, in milliseconds: "try again in 1m2.5s", "retry in 34.07s", "retryDelay":
 * "34s".
 */
export const readWaitInText = (text: string): number | undefined => {
  const said =
    /(?:(?:try again|retry) (?:in|after) |"retryDelay":\s*")((?:\d+(?:\.\d+)?\s?(?:ms|s|m|h)[a-z]*\s?){1,4})/i.exec(
      text,
    )?.[1]
  if (said === undefined) return undefined
  let total = 0
  for (const [, count, unit] of said.matchAll(/(\d+(?:\.\d+)?)\s?(ms|milli|s|m|h)/gi))
    total +=
      Number(count) * (units[unit?.toLowerCase() === 'milli' ? 'ms' : (unit?.toLowerCase() ?? 's')] ?? 0)
  return bound(total)
}

const bound = (ms: number): number => Math.min(Math.max(0, Math.ceil(ms)), longestMs)
