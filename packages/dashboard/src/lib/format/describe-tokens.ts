/** Formats a number of tokens for people: `840 tokens`, `12k tokens`, `1.4M tokens`. */
export const describeTokens = (tokens: number): string => `${shortCount(tokens)} tokens`

/** Formats a count with at most four characters: `840`, `1.2k`, `12k`, `1.4M`. */
export const shortCount = (count: number): string => {
  if (count < 1_000) return String(Math.round(count))
  if (count < 9_950) return `${(count / 1_000).toFixed(1)}k`
  if (count < 999_500) return `${Math.round(count / 1_000)}k`
  return `${(count / 1_000_000).toFixed(1)}M`
}
