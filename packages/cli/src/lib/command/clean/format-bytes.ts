const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** Writes a number of bytes for people: `7 B`, `1.2 kB`, `34 MB`. */
export const formatBytes = (bytes: number): string => {
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1_000
    unit++
  }
  return `${unit > 0 && value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}
