/**
 * Cuts a text that is longer than a limit to its beginning and its end, at line breaks if possible, and puts
 * the size of the omitted part between them.
 *
 * @param limit in characters
 */
export const boundText = (text: string, limit: number): { output: string; truncated: boolean } => {
  if (text.length <= limit) return { output: text, truncated: false }
  const half = Math.max(1, Math.floor(limit / 2))
  const head = text.slice(0, text.lastIndexOf('\n', half - 1) + 1 || half)
  const from = text.length - half
  const tail = text.slice(text.indexOf('\n', from) + 1 || from)
  const left = text.length - head.length - tail.length
  const lines = text.slice(head.length, text.length - tail.length).split('\n').length - 1
  const end = head.endsWith('\n') ? '' : '\n'
  return {
    output: `${head}${end}[… ${lines} lines (${left} characters) left out …]\n${tail}`,
    truncated: true,
  }
}
