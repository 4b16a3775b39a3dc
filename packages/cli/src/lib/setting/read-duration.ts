import { InvalidArgumentError } from 'commander'

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Reads `90s`, `10m`, `2h` or `14d` as milliseconds. Throws commander's error for anything else. */
export const readDuration = (text: string): number => {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text) ?? []
  const value = Number(amount) * (units[unit as keyof typeof units] ?? Number.NaN)
  if (value > 0) return value
  throw new InvalidArgumentError('Expected a duration such as 90s, 10m, 2h or 14d.')
}

/** Reads an age: a duration, or `0s` for any age. */
export const readAge = (text: string): number => (/^0[smhd]$/.test(text) ? 0 : readDuration(text))
