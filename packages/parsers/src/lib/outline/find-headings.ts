import { type HeadingBlock, isBesideWork, isCriteriaHeading, type Outline, plainText } from '@amelia/markdown'

/** A heading of the document, with its section. */
export interface Heading {
  block: HeadingBlock
  /** Plain text. */
  text: string
  parent: Heading | undefined
  /** Indexes of the section in the outline's blocks: its heading, and the block after its last one. */
  at: number
  end: number
  /** Whether it or a heading above it is about criteria: nothing in it is work. */
  criteria: boolean
  /** Whether it or a heading above it is about something beside the work: goals, risks, references. */
  beside: boolean
}

/** Lists the headings that are outside lists and quotes. */
export const findHeadings = ({ blocks }: Outline): Heading[] => {
  const headings: Heading[] = []
  const open: Heading[] = []
  blocks.forEach((block, at) => {
    if (block.kind !== 'heading' || block.depth > 0) return
    while (open.length > 0 && (open.at(-1)?.block.level ?? 0) >= block.level) {
      const last = open.pop()
      if (last) last.end = at
    }
    const parent = open.at(-1)
    const text = plainText(block.text)
    // The title of the document says nothing about its sections.
    const above = parent && parent.block.level > 1 ? parent : undefined
    const heading: Heading = {
      block,
      text,
      parent,
      at,
      end: blocks.length,
      criteria: isCriteriaHeading(text) || (above?.criteria ?? false),
      beside: (block.level > 1 && isBesideWork(text)) || (above?.beside ?? false),
    }
    headings.push(heading)
    open.push(heading)
  })
  return headings
}
