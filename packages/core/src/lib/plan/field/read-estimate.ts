const number = /\d{1,9}(?:\.\d{1,4})?/

/** The number that an estimate begins with (`5`, `~3 pts`, `est. 8`), or undefined. */
export const readEstimate = (text: string): number | undefined => {
  const found = number.exec(text.slice(0, 40))
  if (!found) return undefined
  // The text before it may be "about", but nothing else.
  const before = text.slice(0, found.index).trim().toLowerCase()
  return /^(?:[~≈<(]|est\.?:?|about|approx\.?|ca\.?|\(est\.?)?$/.test(before) ? Number(found[0]) : undefined
}
