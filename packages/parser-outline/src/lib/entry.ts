import type { PlanStatus } from '@amelia/core/plugin'

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
