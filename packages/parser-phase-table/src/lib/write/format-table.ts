/** Maximum column width. A longer cell exceeds its column and does not widen it. */
const widest = 80

/** Formats the lines of a table with aligned columns. Cells are not changed. */
export const formatTable = (
  header: readonly string[],
  rows: readonly (readonly string[])[],
  marks: readonly string[] = header.map(() => '---'),
): string[] => {
  const widths = header.map((_, index) =>
    Math.min(
      [header, ...rows].reduce((width, row) => Math.max(width, widthOf(row[index] ?? '')), 3),
      widest,
    ),
  )
  const line = (cells: readonly string[]): string => {
    const padded = cells.map(
      (cell, index) => cell + ' '.repeat(Math.max((widths[index] ?? 0) - widthOf(cell), 0)),
    )
    return `| ${padded.join(' | ')} |`
  }
  const rule = header.map((_, index) => {
    const mark = marks[index] ?? '---'
    const left = mark.startsWith(':') ? ':' : '-'
    const right = mark.length > 1 && mark.endsWith(':') ? ':' : '-'
    return `${left}${'-'.repeat(widths[index] ?? 3)}${right}`
  })
  return [line(header), `|${rule.join('|')}|`, ...rows.map(line)]
}

const wide =
  /\p{Extended_Pictographic}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u
const none = /\p{M}|\p{Cf}|\ufe0f/u
const ascii = /^[ -~]*$/

/** Approximate width of a text in a terminal, sufficient for alignment. */
const widthOf = (text: string): number => {
  if (ascii.test(text)) return text.length
  let width = 0
  for (const character of text) if (!none.test(character)) width += wide.test(character) ? 2 : 1
  return width
}
