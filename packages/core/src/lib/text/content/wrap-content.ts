import { characterWidth } from '../display-width.ts'
import { codeOf, showContent } from './show-content.ts'

const [first, line, continued] = ['  ', '      ', '    ']
/** Rows have room for the notation of a character, however narrow the terminal is. */
const leastRoom = 10

/**
 * Renders a text that a person has to judge as indented rows, as {@link showContent} shows it, and cuts
 * nothing.
 *
 * The first line is indented by 2 columns and others by 6. A row that continues a line is indented by 4 and
 * never begins with a blank, so the end of one line does not look like the next one. With a `width`, a tab is
 * written as `␉`. Default: no limit, and each line is one row.
 */
export const wrapContent = (text: string, width?: number): string[] =>
  showContent(text).flatMap((shown, at) => {
    const indent = at === 0 ? first : line
    if (shown === '') return ['']
    if (width === undefined) return [indent + shown]
    const tokens = tokensOf(shown)
    const rows = [indent + takeRow(tokens, width - indent.length)]
    while (tokens.length > 0) {
      if (tokens.at(-1) === ' ') tokens.splice(-1, 1, codeOf(' '))
      rows.push(continued + takeRow(tokens, width - continued.length))
    }
    return rows
  })

/** The parts of a line that stay on one row, last part first. */
const tokensOf = (text: string): string[] =>
  (text.replaceAll('\t', '␉').match(/<U\+[0-9A-F]{4,6}>|[^][\p{M}\ufe0f]*/gu) ?? []).reverse()

/** Takes the parts that fit in a row, at least one; up to the last blank where that fills half of the row. */
const takeRow = (tokens: string[], width: number): string => {
  const room = Math.max(leastRoom, width)
  const row: string[] = []
  let used = 0
  let blank = 0
  while (tokens.length > 0) {
    const token = tokens.at(-1)!
    const columns = widthOf(token)
    if (used + columns > room && row.length > 0) {
      if (blank >= row.length / 2) while (row.length > blank) tokens.push(row.pop()!)
      return row.join('')
    }
    row.push(tokens.pop()!)
    used += columns
    if (token === ' ') blank = row.length
  }
  return row.join('')
}

/** The most columns that a part takes. The selector of an emoji makes it wide. */
const widthOf = (token: string): number => {
  let width = token.includes('\ufe0f') ? 1 : 0
  for (const character of token) width += characterWidth(character)
  return width
}
