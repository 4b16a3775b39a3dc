import { foldWidth } from './fold-width.ts'
import { createFinder, languages } from './create-finder.ts'

const find = createFinder(
  Object.values(languages).map(({ values }) => values),
  '$|[^\\p{L}]',
)
const longest = 40
const letter = /\p{L}/u

/**
 * Returns the value of a field with the English word for the one of another language that it begins with, and
 * ASCII characters for full-width ones: `✅ 已完成（今天）` is `✅ done (今天)`.
 */
export const foldValue = (text: string): string => {
  const folded = foldWidth(text)
  let start = 0
  while (start < folded.length && start < 12 && !letter.test(folded[start] ?? '')) start++
  const found = find(folded.slice(start, start + longest))
  if (!found) return folded
  return `${folded.slice(0, start)}${found.english} ${folded.slice(start + found.length).trimStart()}`.trim()
}
