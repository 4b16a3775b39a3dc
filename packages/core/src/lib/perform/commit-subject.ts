import { fitText } from '../text/fit-text.ts'
import { displayWidth } from '../text/display-width.ts'

/** Columns of a commit's first line. */
const maxColumns = 72

/** The first lines of a commit message: a subject of at most 72 columns, and the full text below it where it was cut. */
export const commitSubject = (text: string): string =>
  displayWidth(text) <= maxColumns ? text : `${fitText(text, maxColumns)}\n\n${text}`
