import stringWidth from 'fast-string-width'

// Takes 10 ms to create, and ASCII needs none.
let graphemes: Intl.Segmenter | undefined

const charactersOf = (text: string): string[] => {
  if (/^[\x20-\x7e]*$/.test(text)) return [...text]
  graphemes ??= new Intl.Segmenter()
  return [...graphemes.segment(text)].map(({ segment }) => segment)
}

/** Truncates a text to `width` columns and appends `ellipsis` if anything was cut off. */
export const fitText = (text: string, width: number, ellipsis = '…'): string => {
  if (stringWidth(text) <= width) return text
  const room = width - stringWidth(ellipsis)
  if (room < 0) return ellipsis.slice(0, Math.max(0, width))
  let result = ''
  let used = 0
  for (const character of charactersOf(text)) {
    used += stringWidth(character)
    if (used > room) break
    result += character
  }
  return result.trimEnd() + ellipsis
}

/** Pads a text with spaces on the right, up to `width` columns. */
export const padText = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - stringWidth(text)))

/**
 * Returns the columns of the widest text. A spread into `Math.max` would overflow the stack for a large plan.
 */
export const widestOf = (texts: readonly string[]): number =>
  texts.reduce((most, text) => Math.max(most, stringWidth(text)), 0)
