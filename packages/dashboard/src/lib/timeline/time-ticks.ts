const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** The distances between marks that people read easily. */
const steps = [
  ...[0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 28, 91, 364].map((count) => count * day),
]

/** Lists the marks of an axis of `length` milliseconds that has room for `most` labels. */
export const timeTicks = (length: number, most: number): { at: number; label: string }[] => {
  const step = steps.find((each) => length / each <= most) ?? Math.ceil(length / most / day) * day
  const count = Math.floor(length / step)
  return Array.from({ length: count + 1 }, (_, index) => ({
    at: index * step,
    label: formatOffset(index * step),
  }))
}

/** Formats the time since the start with at most two units: `0`, `0.5s`, `1m 30s`, `2h`, `1d 6h`. */
export const formatOffset = (ms: number): string => {
  if (ms > 0 && ms < second) return `${Number((ms / second).toFixed(1))}s`
  const units = [
    [Math.floor(ms / day), 'd'],
    [Math.floor(ms / hour) % 24, 'h'],
    [Math.floor(ms / minute) % 60, 'm'],
    [Number(((ms % minute) / second).toFixed(1)), 's'],
  ] as const
  const first = units.findIndex(([count]) => count > 0)
  if (first < 0) return '0'
  return units
    .slice(first, first + 2)
    .flatMap(([count, unit]) => (count > 0 ? [`${count}${unit}`] : []))
    .join(' ')
}
