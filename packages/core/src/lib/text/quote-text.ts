import { codeOf } from './content/show-content.ts'

const printable = /^[ -~]*$/

/** Text of a plan inside a message: bounded, and nothing in it that a terminal obeys or hides. */
export const quoteText = (text: string): string => {
  const shown = printable.test(text) ? text : text.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, codeOf)
  return `"${shown.length > 80 ? `${shown.slice(0, 79)}…` : shown}"`
}

/** The code points of a text, as U+0041; of a long one the first. */
export const codePoints = (text: string): string =>
  [...text]
    .slice(0, 12)
    .map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
    .join(' ')
