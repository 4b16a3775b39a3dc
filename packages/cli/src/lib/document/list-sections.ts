import { plainText, readOutline } from '@amelia/markdown'
import { selectSection } from './select-section.ts'

const mostHeadings = 200

/**
 * Lists the headings of a text of several plans that `selectSection` accepts: those of the highest level with
 * two plans. `isPlan` decides about the text of a section. Empty if no level has two.
 */
export const listSections = (text: string, isPlan: (section: string) => boolean): string[] => {
  const headings = readOutline(text)
    .blocks.flatMap((block) =>
      block.kind === 'heading' && block.depth === 0
        ? [{ title: plainText(block.text), level: block.level }]
        : [],
    )
    .slice(0, mostHeadings)
  for (const level of [1, 2, 3, 4, 5, 6]) {
    const titles = headings.flatMap((each) => (each.level === level ? [each.title] : []))
    const plans = titles.length < 2 ? [] : titles.filter((title) => isPlan(sectionOf(text, title)))
    if (plans.length > 1) return plans
  }
  return []
}

/** Two sections with one heading cannot be selected. */
const sectionOf = (text: string, title: string): string => {
  try {
    return selectSection(text, title)
  } catch {
    return ''
  }
}
