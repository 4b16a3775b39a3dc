import type { Outline } from './outline.ts'
import { plainText } from './plain-text.ts'
import { readFields } from './read-fields.ts'

/** Title, goal and tracker id, which a plan states before its first phase. */
export interface Head {
  title: string
  goal: string
  trackerId?: string
}

/**
 * Reads a document up to `end`, the index of the block where the phases start.
 *
 * The title is the first heading, else the `title` of the front matter. The goal is a `**Goal:**` line, or
 * the first paragraph below a heading Goal.
 */
export const readHead = ({ blocks, frontMatter }: Outline, end: number): Head => {
  const head = blocks.slice(0, end)
  const fields = readFields(head)
  const heading = head.find((block) => block.kind === 'heading' && block.depth === 0)
  const goalHeading = head.findIndex(
    (block) => block.kind === 'heading' && /^(?:goals?|objective)$/i.test(plainText(block.text)),
  )
  const below = goalHeading < 0 ? undefined : head[goalHeading + 1]
  const goal = fields.find((field) => field.name === 'goal' && field.value !== '')?.value
  const tracker = plainText(fields.find((field) => field.name === 'tracker')?.value ?? '')
  return {
    title: heading?.kind === 'heading' ? plainText(heading.text) : titleOf(frontMatter?.text ?? ''),
    goal: plainText(goal ?? (below?.kind === 'paragraph' ? below.text : '')),
    ...(tracker !== '' && { trackerId: tracker }),
  }
}

const titleOf = (frontMatter: string): string => {
  const written = /^title:[ \t]*([^\s>|].*)$/m.exec(frontMatter)?.[1] ?? ''
  return plainText(written.trim().replace(/^(["'])(.*)\1$/, '$2'))
}
