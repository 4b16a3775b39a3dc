const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u
const invisible = /\p{Mn}|\p{Me}|\p{Cf}/u

/** Columns that one character takes in a terminal. */
export const characterWidth = (character: string): number => {
  if (character < '\u0300') return 1
  if (invisible.test(character)) return 0
  return wide.test(character) ? 2 : 1
}

/**
 * Columns that a text without control characters takes in a terminal. Emoji that are joined count one by one.
 */
export const displayWidth = (text: string): number => {
  let width = 0
  for (const character of text) width += characterWidth(character)
  return width
}

/**
 * Columns of the widest of some texts. Spreading them into `Math.max` would overflow the stack on a large
 * plan.
 */
export const widestOf = (texts: readonly string[]): number =>
  texts.reduce((most, text) => Math.max(most, displayWidth(text)), 0)
