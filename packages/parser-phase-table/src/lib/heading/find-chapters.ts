import { type Block, type HeadingBlock, plainText } from '@amelia/markdown'
import { readHeadingId } from './read-heading-id.ts'
import type { Row } from '../row/row.ts'

/**
 * Returns the numbered headings that are chapters of the document instead of sections of phases: those before
 * the first row of the phase table, and those that continue the numbers of the chapter with the table. They
 * continue them only if a chapter before the table has the number of a row: behind `## 0. Overview` with the
 * table, `## 1. Types` is a section.
 *
 * A heading that has the title of its row is a section, wherever it is.
 */
export const findChapters = (blocks: readonly Block[], rows: readonly Row[]): ReadonlySet<HeadingBlock> => {
  const chapters = new Set<HeadingBlock>()
  const titles = new Map<string, string | undefined>()
  for (const { id, title, written } of rows)
    if (!titles.has(id)) titles.set(id, title === written ? undefined : fold(title))
  const start = rows[0]?.line ?? 0
  /** The numbered headings whose sections contain the first row. */
  const open: HeadingBlock[] = []
  for (const block of blocks) {
    if (block.kind !== 'heading' || block.depth > 0) continue
    const isBefore = block.line < start
    if (isBefore) while ((open.at(-1)?.level ?? 0) >= block.level) open.pop()
    const { id, title, phase } = readHeadingId(plainText(block.text))
    if (phase || !/^[\d.]+$/.test(id)) continue
    if (isBefore) open.push(block)
    const isChapter = isBefore || (chapters.size > 0 && block.level <= (open.at(-1)?.level ?? 0))
    if (isChapter && titles.has(id) && !isSame(fold(title), titles.get(id))) chapters.add(block)
  }
  return chapters
}

/** Returns whether one of two titles is the other, or begins with it. A row without a title has any. */
const isSame = (title: string, other: string | undefined): boolean =>
  other === undefined ||
  (title !== '' &&
    other !== '' &&
    (`${title} `.startsWith(`${other} `) || `${other} `.startsWith(`${title} `)))

const fold = (title: string): string =>
  plainText(title)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
