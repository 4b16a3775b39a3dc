import { foldWidth, isWide } from './fold-width.ts'
import { words, wordsOf } from './words.ts'

const known = new Map(words.values.flatMap((row) => wordsOf(row).map((word) => [word, row.english] as const)))
const longest = Math.max(...[...known.keys()].map((word) => word.length))
const letter = /\p{L}/u

/**
 * Returns the value of a field with the English word for the Chinese, Japanese or Korean one that it begins
 * with, and ASCII characters for full-width ones: `✅ 已完成（今天）` is `✅ done(今天)`.
 */
export const foldValue = (text: string): string => {
  if (!isWide(text)) return text
  const folded = foldWidth(text)
  let start = 0
  while (start < folded.length && start < 12 && !letter.test(folded[start] ?? '')) start++
  for (let length = longest; length > 0; length--) {
    const english = known.get(folded.slice(start, start + length))
    if (english === undefined || letter.test(folded[start + length] ?? '')) continue
    return `${folded.slice(0, start)}${english} ${folded.slice(start + length)}`.trim()
  }
  return folded
}
