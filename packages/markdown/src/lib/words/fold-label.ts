import { foldWidth, isWide } from './fold-width.ts'
import { words, wordsOf } from './words.ts'

const known = new Map(
  [...words.units, ...words.labels].flatMap((row) =>
    wordsOf(row).map((word) => [word.replaceAll(' ', ''), row.english] as const),
  ),
)

/**
 * Returns the English word, in lower case, for a Chinese, Japanese or Korean label or header of a column. Any
 * other text is returned with ASCII characters for full-width ones.
 */
export const foldLabel = (text: string): string => {
  if (!isWide(text)) return text
  const plain = foldWidth(text.slice(0, 100)).trim()
  return known.get(plain.replace(/\s/g, '').toLowerCase()) ?? plain
}
