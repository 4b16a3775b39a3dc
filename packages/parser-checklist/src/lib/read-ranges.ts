import type { Block, Outline } from '@amelia/markdown'
import type { Heading } from './find-tasks.ts'
import type { Division } from './group/divide.ts'

/** The content below a heading that is a phase. */
export interface Range {
  /** Lines below the heading. */
  from: number
  to: number
  /** Its blocks outside all tasks. */
  blocks: Block[]
}

/**
 * Returns the ranges of the headings that are phases; none if tasks are. A range ends at the next phase, and
 * at the next heading of its level or above.
 */
export const readRanges = (
  { blocks, lines }: Outline,
  headings: readonly Heading[],
  division: Division,
  isTask: (line: number) => boolean,
): Map<Heading, Range> => {
  const ranges = new Map<Heading, Range>()
  if (division.by === 'tasks') return ranges
  const byBlock = new Map<Block, Heading>(headings.map((heading) => [heading.block, heading]))
  let open: (Range & { level: number }) | undefined
  for (const block of blocks) {
    const heading = byBlock.get(block)
    const isPhase = heading !== undefined && division.phases.has(heading)
    if (heading && open && (isPhase || heading.block.level <= open.level)) {
      open.to = block.line - 1
      open = undefined
    }
    if (isPhase) {
      open = { from: block.endLine + 1, to: lines.length, blocks: [], level: heading.block.level }
      ranges.set(heading, open)
    } else if (!isTask(block.line)) open?.blocks.push(block)
  }
  return ranges
}
