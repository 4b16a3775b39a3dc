import cliTruncate from 'cli-truncate'
import stringWidth from 'string-width'

/** Truncates a text to `width` columns, ending in `...` if something was cut. `width` is at least 4. */
export const fitText = (text: string, width: number): string =>
  cliTruncate(text, width, { truncationCharacter: '...' })

/** Pads a text with spaces to `width` columns. */
export const padText = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - stringWidth(text)))

/** Returns the width of the widest text, in columns. Unlike `Math.max`, it accepts any number of texts. */
export const widestOf = (texts: readonly string[]): number =>
  texts.reduce((widest, text) => Math.max(widest, stringWidth(text)), 0)
