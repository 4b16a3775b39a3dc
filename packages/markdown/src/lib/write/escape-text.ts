const special = /[\\`*_~[\]!<|]/g

/**
 * Escapes a text as inline Markdown that {@link plainText} reads back: one line, with escaped marks,
 * including `|` for tables and trailing characters that a heading would drop.
 */
export const escapeText = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(special, (mark, at: number, whole: string) =>
      // These two have no meaning inside a word, and are common in names.
      (mark === '_' || mark === '!') && isInside(whole, at) ? mark : `\\${mark}`,
    )
    .replace(/(br ?\/?)>/gi, '$1\\>')
    .replace(/ (?=#{1,99}$)/, ' \\')

const isInside = (text: string, at: number): boolean =>
  /[\p{L}\p{N}]/u.test(text[at - 1] ?? '') && /[\p{L}\p{N}]/u.test(text[at + 1] ?? '')
