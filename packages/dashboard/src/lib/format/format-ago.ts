const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Formats the age of a time: `just now`, `5 min ago`, `3 h ago`, `2 days ago`, then the date. */
export const formatAgo = (at: string | number, now: number): string => {
  const time = typeof at === 'number' ? at : Date.parse(at)
  if (Number.isNaN(time)) return ''
  const age = now - time
  if (age < minute) return 'just now'
  if (age < hour) return `${Math.floor(age / minute)} min ago`
  if (age < day) return `${Math.floor(age / hour)} h ago`
  if (age < 2 * day) return 'yesterday'
  if (age < 30 * day) return `${Math.floor(age / day)} days ago`
  return new Date(time).toISOString().slice(0, 10)
}
