import wrapAnsi from 'wrap-ansi'

/** Splits one line of text into lines of at most `width` columns, between words where possible. */
export const wrapText = (text: string, width: number): string[] =>
  wrapAnsi(text, width, { hard: true }).split('\n')
