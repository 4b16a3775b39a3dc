import { characterWidth, displayWidth } from './display-width.ts'

/** The text in at most `width` columns; what is cut off leaves `…`, or `ellipsis` where that is given. */
export const fitText = (text: string, width: number, ellipsis = '…'): string => {
  if (displayWidth(text) <= width) return text
  const room = width - displayWidth(ellipsis)
  if (room < 0) return ellipsis.slice(0, Math.max(0, width))
  let result = ''
  let used = 0
  for (const character of text) {
    used += characterWidth(character)
    if (used > room) break
    result += character
  }
  return result.trimEnd() + ellipsis
}

/** The text with spaces behind it up to `width` columns. */
export const padText = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)))
