import { displayWidth } from '../../text/display-width.ts'
import { fitText } from '../../text/fit-text.ts'
import { messageColumns, wrapItem } from './wrap-item.ts'

/**
 * Returns the start of a commit message: a first line of at most 72 columns, with `…` at its end if the text
 * was cut, and then the full text below it.
 */
export const commitSubject = (text: string): string =>
  displayWidth(text) <= messageColumns
    ? text
    : `${fitText(text, messageColumns, '…')}\n\n${wrapItem(text).join('\n')}`
