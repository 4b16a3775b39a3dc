import { stripAnsi } from '../../text/strip-ansi.ts'

/**
 * Marks that change the direction of text, and invisible characters. They can make a label look like another.
 */
const deceptive = /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** Reduces foreign text to one line without control, direction and invisible characters. */
export const plainLabel = (text: string): string =>
  stripAnsi(text.replaceAll('\r', '\n')).replace(deceptive, '').replace(/\s+/g, ' ').trim()
