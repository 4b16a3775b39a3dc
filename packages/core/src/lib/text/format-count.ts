/** Formats a count for people in at most 6 columns: `999`, `1.2k`, `34k`, `1.2M`. */
export const formatCount = (count: number): string => {
  if (count < 1_000) return String(Math.round(count))
  for (const [size, unit] of units) {
    const value = count / size
    // 999.6k is 1.0M.
    if (value < 9.95) return `${value.toFixed(1)}${unit}`
    if (value < 999.5) return `${Math.round(value)}${unit}`
  }
  return `${Math.round(count / 1e9)}G`
}

const units = [
  [1e3, 'k'],
  [1e6, 'M'],
] as const

/** Writes a number with its noun: `1 file`, `3 files`. */
export const plural = (amount: number, noun: string): string => `${amount} ${nounOf(amount, noun)}`

/** Writes a noun for a number that is elsewhere: `phase`, `phases`. */
export const nounOf = (amount: number, noun: string): string => `${noun}${amount === 1 ? '' : 's'}`
