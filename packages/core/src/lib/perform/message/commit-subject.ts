import { displayWidth } from '../../text/display-width.ts'
import { fitText } from '../../text/fit-text.ts'

/** Columns of the lines of a commit message. */
export const messageColumns = 72

/** The first line of a commit message, and the text that it was cut from. */
export interface CommitSubject {
  line: string
  /** Absent if the line contains all of it. */
  full?: string
}

/** Cuts a line of text to the first line of a commit message: at most 72 columns, with `…` at the end. */
export const commitSubject = (text: string): CommitSubject =>
  displayWidth(text) <= messageColumns
    ? { line: text }
    : { line: fitText(text, messageColumns, '…'), full: text }
