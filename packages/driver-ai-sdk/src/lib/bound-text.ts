/** A text of at most `length` characters; a longer one is cut at its end, and says so. Does not end inside a surrogate pair. */
export const boundText = (text: string, length: number): string =>
  text.length <= length
    ? text
    : `${text.slice(0, Math.max(0, length - 4)).replace(/[\ud800-\udbff]$/, '')} ...`

/** The beginning and the end of a text that is longer than `length` characters, with a line between them that says what is missing. */
export const boundMiddle = (text: string, length: number): string => {
  if (text.length <= length) return text
  const half = Math.floor(length / 2)
  const head = text.slice(0, half).replace(/[\ud800-\udbff]$/, '')
  const tail = text.slice(-half).replace(/^[\udc00-\udfff]/, '')
  return `${head}\n[... ${text.length - head.length - tail.length} characters left out ...]\n${tail}`
}
