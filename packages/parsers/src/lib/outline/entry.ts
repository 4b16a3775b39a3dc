import type { PlanStatus } from '@amelia/core/plugin'
import type { Outline } from '@amelia/markdown'

/** A unit of work that a document lists: a section, a list item or a table row. */
export interface Entry {
  /** As the document numbers it, else its position. */
  id: string
  title: string
  status: PlanStatus | undefined
  line: number
  /** Its blocks in the outline: the one that names it, and the one after its last. */
  at: number
  end: number
}

/** The entries of one kind, in the document's order. */
export interface Series {
  /** Names them in messages: `headings "Step 1: name"`. */
  what: string
  entries: Entry[]
  /** Lines of the boxes that report the progress of entries. */
  progress?: number[]
}

/** Returns the line before a block, or the last one of the document. */
export const lastLine = ({ blocks, lines }: Pick<Outline, 'blocks' | 'lines'>, end: number): number =>
  (blocks[end]?.line ?? lines.length + 1) - 1
