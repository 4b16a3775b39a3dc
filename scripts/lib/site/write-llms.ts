import { pageAddress } from './page-address.ts'
import type { Section } from './read-navigation.ts'

/** Writes `llms.txt`: every page of the navigation with its contents, as links to Markdown. */
export const writeLlms = (sections: readonly Section[], description: string): string => {
  const parts = sections.map(({ title, pages }) => {
    const rows = pages.map(
      (page) => `- [${page.title}](/${pageAddress(page.path)}): ${plainText(page.contents)}`,
    )
    return `## ${title}\n\n${rows.join('\n')}\n`
  })
  return `# Amelia\n\n> ${description}\n\n${parts.join('\n')}`
}

/** Removes links, whose targets are relative to the index. */
const plainText = (text: string): string => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
