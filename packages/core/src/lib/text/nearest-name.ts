const maxLength = 32

/**
 * The known name that a wrong one was probably meant to be, or undefined when none is near.
 *
 * Near is a distance of at most one edit, or of two fifths of the name's length, if something is left.
 * Of names alike, the one with the longer common beginning is taken, then the earlier one. Work is bounded by
 * 32 x 32 for each known name.
 */
export const nearestName = (name: string, names: Iterable<string>): string | undefined => {
  const wanted = name.toLowerCase().slice(0, maxLength)
  const limit = Math.max(1, Math.floor(wanted.length * 0.4))
  let best: { name: string; distance: number; prefix: number } | undefined
  for (const candidate of names) {
    const known = candidate.toLowerCase().slice(0, maxLength)
    if (Math.abs(known.length - wanted.length) > limit) continue
    const distance = measure(wanted, known, limit)
    // Names of one letter have nothing in common.
    if (distance > limit || distance >= Math.max(wanted.length, known.length)) continue
    const prefix = commonPrefix(wanted, known)
    if (!best || distance < best.distance || (distance === best.distance && prefix > best.prefix)) {
      best = { name: candidate, distance, prefix }
    }
  }
  return best?.name
}

/**
 * Edits between two words: insert, delete, replace, and exchange of neighbours. More than `limit` is not
 * counted.
 */
const measure = (a: string, b: string, limit: number): number => {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(
        (previous[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (same ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      }
      row.push(cost)
    }
    if (Math.min(...row) > limit && Math.min(...previous) > limit) return limit + 1
    before = previous
    previous = row
  }
  return previous[b.length] ?? 0
}

const commonPrefix = (a: string, b: string): number => {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}
