import { dayTime, fullTime } from '../format/day-time.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** The distances between marks that people read easily. */
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 28, 91, 364].map((count) => count * day),
]

/** The part of the time that an axis shows. */
export interface TimeRange {
  /** Its start, in milliseconds since 1970. */
  from: number
  /** In milliseconds. */
  length: number
}

/**
 * Lists the marks of an axis that has room for `most` labels, at round times of the person's clock. `at` is
 * in milliseconds after the start.
 */
export const timeTicks = ({ from, length }: TimeRange, most: number): { at: number; label: string }[] => {
  const step = steps.find((each) => length / each <= most) ?? Math.ceil(length / most / day) * day
  // Round hours and days are those of the place.
  const local = from - new Date(from).getTimezoneOffset() * minute
  const first = Math.ceil(local / step) * step - local
  const count = Math.max(0, Math.floor((length - first) / step) + 1)
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * step
    return { at, label: labelOf(from + at, step) }
  })
}

const labelOf = (time: number, step: number): string => {
  if (step >= day) return fullTime(time).slice(5, 10)
  return step >= minute ? dayTime(time).slice(0, 5) : dayTime(time)
}
