import type { Terminal } from './terminal.ts'
import { wrapText } from './wrap-text.ts'

/** Sentences are not wider than this, because long lines are hard to read. */
const widest = 80

/** Wraps sentences on a terminal. Elsewhere they stay on one line, so that a program can search them. */
export const wrapSentences = (
  { stdout, columns }: Pick<Terminal, 'stdout' | 'columns'>,
  text: string,
): string[] => (stdout.isTTY ? wrapText(text, Math.min(columns, widest)) : text.split('\n'))

/** Wraps a line as {@link wrapSentences} does; the lines after the first are indented by two more spaces. */
export const wrapIndented = (
  { stdout, columns }: Pick<Terminal, 'stdout' | 'columns'>,
  line: string,
): string[] => {
  const text = line.trimStart()
  const indent = line.slice(0, line.length - text.length)
  const room = Math.min(columns, widest) - indent.length - 2
  return wrapSentences({ stdout, columns: room }, text).map(
    (part, at) => `${indent}${at > 0 ? '  ' : ''}${part}`,
  )
}
