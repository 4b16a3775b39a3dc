const two = (value: number): string => String(value).padStart(2, '0')

/** Formats a time of a run as the clock of the person shows it: `14:03:59`. Empty if it is not a time. */
export const dayTime = (at: string | number): string => {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return ''
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

/** Formats a time with its date: `2026-11-24 14:03:59`. */
export const fullTime = (at: string | number): string => {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return ''
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${dayTime(at)}`
}
