import { posix } from 'node:path'

/** A group of pages in the navigation. */
export interface Section {
  /** The heading above the group. */
  title: string
  /** Its pages, in the order of the table. */
  pages: { title: string; path: string; contents: string }[]
}

/**
 * Reads the navigation from `docs/index.md`: each heading with a table below it is a section, and each row
 * with a link to a file is a page. Paths are relative to the repository.
 */
export const readNavigation = (index: string): Section[] =>
  index
    .split(/^## /m)
    .slice(1)
    .map((part) => ({
      title: part.split('\n')[0]!.trim(),
      pages: [...part.matchAll(/^\| \[([^\]]+)\]\(([^)#]+)\)[^|]*\| (.*) \|$/gm)].map(
        ([, title = '', target = '', contents = '']) => ({
          title: title.replaceAll('`', ''),
          path: posix.join('docs', target),
          contents,
        }),
      ),
    }))
    .filter(({ pages }) => pages.length > 0)
