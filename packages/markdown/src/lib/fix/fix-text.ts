import { fixBoxes } from './fix-boxes.ts'
import { fixFences } from './fix-fences.ts'
import { fixHeadings } from './fix-headings.ts'

/**
 * Fixes mistakes in a Markdown plan of any format: ambiguous fences, headings that are nearly those of the
 * plan's series, and misspelled boxes.
 */
export const fixText = (source: string): string => {
  const fixed = fixBoxes(fixHeadings(fixFences(source)))
  // A fix can make other lines readable: fixing twice must be fixing once.
  return fixed === source || fixBoxes(fixHeadings(fixFences(fixed))) === fixed ? fixed : source
}
