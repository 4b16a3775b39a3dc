/**
 * Characters that a reader cannot see or tell apart from others: control characters, marks that change the
 * direction of text, blanks other than a space, half surrogate pairs, and everything that fonts leave out.
 * A `<` that begins the notation of such a character is one of them, and so is `␉`: no text imitates it. The
 * selector that makes a symbol an emoji has a visible effect.
 */
const hidden =
  /[^\p{L}\p{M}\p{N}\p{P}\p{S} \t]|(?!(?<=\p{Extended_Pictographic})\ufe0f)[\p{Default_Ignorable_Code_Point}\u2409\u2800]|<(?=U\+[0-9A-F]{4,6}>)/gu

/** A blank behind the last character of a line. */
const lastBlank = /(?<=[^ \t])[ \t]+$/

/**
 * Splits a text that a person has to judge, such as a command or a diff, into its lines, without leaving out
 * anything.
 *
 * A character that cannot be seen is written as `<U+202E>`, and so is the last blank of a line. Tabs stay.
 * Two texts never look the same: each notation replaced by its character gives the text again.
 */
export const showContent = (text: string): string[] =>
  text
    .split('\n')
    .map((line) =>
      line
        .replace(hidden, codeOf)
        .replace(lastBlank, (blanks) => blanks.slice(0, -1) + codeOf(blanks.slice(-1))),
    )

/** Writes a character as `<U+202E>`. */
export const codeOf = (character: string): string =>
  `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`
