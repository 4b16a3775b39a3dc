const wide =
  /\p{Emoji_Presentation}|[\u1100-\u11ff\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7fb\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1d300}-\u{1d376}\u{1f200}-\u{1f2ff}\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u
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
