import { stripAnsi } from '@amelia/core/view'

/** Marks that change the direction of text, and invisible characters, as in core's `plainLabel`. */
const deceptive = /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/**
 * Returns foreign lines as they are to be read: without ANSI sequences, and with the code of each character
 * that is invisible or changes the direction, so that a command or a change cannot look like another.
 */
export const visibleText = (text: string): string =>
  stripAnsi(text).replace(
    deceptive,
    (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`,
  )
