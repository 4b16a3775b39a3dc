import { displayWidth } from '../../text/display-width.ts'
import { wrapText } from '../../text/wrap-text.ts'

/** Columns of the lines of a commit message. */
export const messageColumns = 72

/**
 * Wraps a line of a commit message. `mark`: the beginning of an item of a list, by whose width its further
 * lines are indented. No line can be read as more than text.
 */
export const wrapItem = (text: string, mark = ''): string[] => {
  const indent = ' '.repeat(displayWidth(mark))
  // Two columns are left for the mark of a guarded line.
  return wrapText(text.slice(mark.length), messageColumns - indent.length - 2).map((line, index) =>
    guardLine(`${index === 0 ? mark : indent}${line}`),
  )
}

/** Lines that git, or a reader of Conventional Commits, would take as more than text. */
const isMore =
  /^(?:[A-Za-z0-9][A-Za-z0-9-]*[ \t]*[:=]|---|diff |Index |\(cherry picked|#)|^[\s|*]*breaking[ -]change/i

const guardLine = (line: string): string =>
  !isMore.test(line) ? line : /breaking[ -]change/i.test(line) ? `> ${line.trimStart()}` : `  ${line}`
