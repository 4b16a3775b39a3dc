import type { Usage } from '../../contract/driver.ts'

/** Subtracts an earlier report of the same sums. A difference is never below 0. */
export const subtractUsage = (now: Usage, before: Usage): Usage => {
  const less: Usage = {}
  for (const kind of ['inputTokens', 'cachedInputTokens', 'outputTokens', 'usd'] as const) {
    const value = now[kind]
    if (value !== undefined) less[kind] = Math.max(0, value - (before[kind] ?? 0))
  }
  if (less.usd !== undefined && now.estimated) less.estimated = true
  return less
}
