const special = /[\\`*_~[\]!<|]/g

/**
 * A text as inline Markdown that {@link plainText} reads back: one line, marks escaped, `|` too, so that it fits a table, and
 * signs at its end that a heading would drop.
 */
export const escapeText = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(special, (mark, at: number, whole: string) =>
      // Inside of a word these two mean nothing, and names are full of them.
      (mark === '_' || mark === '!') && isInside(whole, at) ? mark : `\\${mark}`,
    )
    .replace(/(br ?\/?)>/gi, '$1\\>')
    .replace(/ (?=#{1,99}$)/, ' \\')

const isInside = (text: string, at: number): boolean =>
  /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') && /[\p{L}\p{N}]/u.test(text[at + 1] ?? '')
