const longestMs = 24 * 60 * 60_000

/**
 * Reads how long a server asks to wait in the headers of its response, in milliseconds, at most a day:
 * `retry-after-ms`, or `retry-after` with seconds or a date. Undefined if they name no wait.
 *
 * `now` is in milliseconds since 1970. The names of the headers may have any case.
 */
export const readRetryAfter = (
  headers: Readonly<Record<string, unknown>>,
  now: number,
): number | undefined => {
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

const announced =
  /(?:(?:try again|retry) (?:in|after) |"retryDelay":\s*")((?:\d+(?:\.\d+)?\s?(?:ms|[smhd])[a-z]*[\s,]{0,2}(?:and )?){1,5})/i

const units: Readonly<Record<string, number>> = {
  ...{ ms: 1, milli: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 },
}

/**
 * Reads how long a server asks to wait in its message, in milliseconds, at most a day: `try again in 1m2.5s`,
 * `retry in 3 hours 5 minutes`, `"retryDelay": "34s"`. Undefined if it names no wait.
 */
export const readWaitInText = (text: string): number | undefined => {
  const wait = announced.exec(text)?.[1]
  if (wait === undefined) return undefined
  const parts = [...wait.matchAll(/(\d+(?:\.\d+)?)\s?(ms|milli|[smhd])/gi)]
  return bound(
    parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (units[unit.toLowerCase()] ?? 0), 0),
  )
}

const bound = (ms: number): number => Math.min(Math.max(0, Math.ceil(ms)), longestMs)
