/** Cuts a text to at most `length` characters, never inside a surrogate pair. A cut text ends with dots. */
export const boundText = (text: string, length: number): string =>
  text.length <= length
    ? text
    : `${text.slice(0, Math.max(0, length - 4)).replace(/[\ud800-\udbff]$/, '')} ...`

/**
 * Cuts the middle of a text that is longer than `length` characters. A line in its place states how much was
 * left out.
 */
export const boundMiddle = (text: string, length: number): string => {
  if (text.length <= length) return text
  const half = Math.floor(length / 2)
  const head = text.slice(0, half).replace(/[\ud800-\udbff]$/, '')
  const tail = text.slice(-half).replace(/^[\udc00-\udfff]/, '')
  return `${head}\n[... ${text.length - head.length - tail.length} characters left out ...]\n${tail}`
}
