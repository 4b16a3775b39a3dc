import { wrapAnsi } from 'fast-wrap-ansi'

/** Wraps a text into lines of at most `width` columns. A word that is wider continues on the next line. */
export const wrapText = (text: string, width: number): string[] =>
  wrapAnsi(text, width, { hard: true }).split('\n')
