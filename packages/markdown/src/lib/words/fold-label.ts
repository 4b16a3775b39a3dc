import { foldWidth, isWide } from './fold-width.ts'
import { createFinder, languages } from './create-finder.ts'

const find = createFinder(
  Object.values(languages).flatMap(({ labels, units }) => [labels, units]),
  '$',
)
/** No label is longer. */
const longest = 60

/**
 * Returns the English word, in lower case, for a label or a header of a column in another language. Any other
 * text is returned with ASCII characters for full-width ones.
 */
export const foldLabel = (text: string): string => {
  const plain = isWide(text) ? foldWidth(text.slice(0, 100)).trim() : text
  return (plain.length <= longest && find(plain.trim().normalize('NFC'))?.english) || plain
}
