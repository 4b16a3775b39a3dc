const words = new Map([
  ['critical', 2],
  ['urgent', 2],
  ['highest', 2],
  ['high', 1],
  ['medium', 0],
  ['normal', 0],
  ['low', -1],
  ['lowest', -2],
  ['p0', 2],
  ['p1', 1],
  ['p2', 0],
  ['p3', -1],
  ['p4', -2],
])

/** Reads a priority: an integer of up to nine digits, a word such as `high`, or `P0` (highest) to `P4`. */
export const readPriority = (text: string): number | undefined => {
  const written = text.slice(0, 20).trim().toLowerCase()
  // Adding 0 turns -0 into 0.
  return /^[+-]?\d{1,9}$/.test(written) ? Number(written) + 0 : words.get(written)
}
