import { readWaitInText } from '@amelia/core/plugin'

const reset = /\bresets?(?: at)? (\d{1,2})(?::(\d{2}))? ?(am|pm)?(?: ?\(([\w/+-]+)\))?/i
const dayMs = 24 * 60 * 60_000

/**
 * Reads how long to wait for the reset that a text announces, in milliseconds: `resets 8pm (Asia/Tokyo)`,
 * `resets at 20:30`, `try again in 5 minutes`. A time without a zone is one of this machine. Undefined if the
 * text announces none.
 */
export const readReset = (text: string, now: number): number | undefined => {
  const [, hour, minute = '0', half, zone] = reset.exec(text) ?? []
  const target = hour === undefined ? undefined : timeOf(Number(hour), Number(minute), half)
  const current = target === undefined ? undefined : timeIn(zone, now)
  if (target === undefined || current === undefined) return readWaitInText(text)
  return (target - current + dayMs) % dayMs
}

/** Milliseconds since midnight. Undefined for a time that does not exist. */
const timeOf = (hour: number, minute: number, half: string | undefined): number | undefined => {
  if (minute > 59 || hour > 23 || (half !== undefined && (hour < 1 || hour > 12))) return undefined
  const isAfternoon = half?.toLowerCase() === 'pm'
  const hours = half === undefined ? hour : (hour % 12) + (isAfternoon ? 12 : 0)
  return (hours * 60 + minute) * 60_000
}

/** The time of the day in a zone, in milliseconds since midnight. Undefined for an unknown zone. */
const timeIn = (zone: string | undefined, now: number): number | undefined => {
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      ...(zone !== undefined && { timeZone: zone }),
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
    })
    const [hours = 0, minutes = 0, seconds = 0] = format.format(now).split(':').map(Number)
    return ((hours * 60 + minutes) * 60 + seconds) * 1_000
  } catch {
    return undefined
  }
}
