import { characterWidth, displayWidth } from './display-width.ts'

/**
 * The words of one line on lines of at most `width` columns. A word that is longer continues on the next
 * line.
 */
export const wrapText = (text: string, width: number): string[] => {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of text.split(' ')) {
    const length = displayWidth(word)
    if (line !== '' && used + 1 + length <= width) {
      line += ` ${word}`
      used += 1 + length
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    used = 0
    for (const character of word) {
      const columns = characterWidth(character)
      if (used + columns > width && line !== '') {
        lines.push(line)
        line = ''
        used = 0
      }
      line += character
      used += columns
    }
  }
  return [...lines, line]
}
