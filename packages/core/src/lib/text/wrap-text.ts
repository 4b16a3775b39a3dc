import { displayWidth } from './display-width.ts'
import { fitText } from './fit-text.ts'

/** The words of one line on lines of at most `width` columns. A word that is longer than that is cut. */
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
    line = fitText(word, width)
    used = Math.min(length, width)
  }
  return [...lines, line]
}
