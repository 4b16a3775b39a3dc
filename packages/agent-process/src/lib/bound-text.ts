import { stripAnsi } from '@amelia/core/view'

/**
 * Cuts a text to at most `length` characters, never inside a surrogate pair. A cut text ends with an
 * ellipsis.
 */
export const boundText = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`

/** Makes plain text of one line and at most `length` characters. */
export const boundLine = (text: string, length: number): string =>
  boundText(stripAnsi(text).replace(/\s+/g, ' ').trim(), length)
