import type { Terminal } from './terminal.ts'
import { wrapText } from './wrap-text.ts'

/** Sentences are not wider than this, because long lines are hard to read. */
const widest = 80

/** Wraps sentences on a terminal. Elsewhere they stay on one line, so that a program can search them. */
export const wrapSentences = (
  { stdout, columns }: Pick<Terminal, 'stdout' | 'columns'>,
  text: string,
): string[] => (stdout.isTTY ? wrapText(text, Math.min(columns, widest)) : text.split('\n'))
