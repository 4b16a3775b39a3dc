import { stripAnsi } from '../../text/strip-ansi.ts'

/** Marks that turn the direction of text, and characters that are not seen: they make a label read as what it is not. */
const deceptive = /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** A text of the plan's author or of a command as one line that does nothing to a terminal. */
export const plainLabel = (text: string): string =>
  stripAnsi(text.replaceAll('\r', '\n')).replace(deceptive, '').replace(/\s+/g, ' ').trim()
