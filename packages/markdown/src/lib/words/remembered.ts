const longest = 500
const mostKnown = 2_000

/**
 * Returns a function that remembers its latest results for short texts: several parsers read the same
 * headings and labels.
 */
export const remembered = <Result>(compute: (text: string) => Result): ((text: string) => Result) => {
  /** `undefined` is stored as null, so that one look-up is enough. */
  const known = new Map<string, Result | null>()
  return (text) => {
    if (text.length > longest) return compute(text)
    const before = known.get(text)
    if (before !== undefined) return before ?? (undefined as Result)
    const result = compute(text)
    if (known.size >= mostKnown) known.clear()
    known.set(text, result ?? null)
    return result
  }
}
