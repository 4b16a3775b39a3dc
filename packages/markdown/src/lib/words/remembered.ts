const longest = 500
const mostKnown = 2_000

/**
 * Returns a function that remembers its latest results for short texts: several parsers read the same
 * headings and labels.
 */
export const remembered = <Result>(compute: (text: string) => Result): ((text: string) => Result) => {
  const known = new Map<string, Result>()
  return (text) => {
    if (text.length > longest) return compute(text)
    let result = known.get(text)
    if (result !== undefined || known.has(text)) return result as Result
    result = compute(text)
    if (known.size >= mostKnown) known.clear()
    known.set(text, result)
    return result
  }
}
