import type { DocumentNode, ScalarNode } from '../data/document-node.ts'
import type { Block, HeadingBlock, Outline } from '../outline/outline.ts'
import { plainText, titleText } from '../words/plain-text.ts'
import { readFields } from '../field/read-fields.ts'
import { foldLabel } from '../words/fold-label.ts'

/** Title, goal and tracker id, which a plan states before its first phase. */
export interface Head {
  /** The title. Empty if there is none. */
  title: string
  /** The goal. Empty if there is none. */
  goal: string
  /** The id in an issue tracker, if the plan states one. */
  trackerId?: string
}

/**
 * Reads a document up to `end`, the index of the block where the phases start.
 *
 * The title is the first heading of the first level, else the first heading, else the `title` of the front
 * matter, else the heading at `end` if it is the only one of the first level. The goal is a `**Goal:**` line,
 * or the first paragraph below a heading Goal.
 *
 * `front` is the front matter as values; the one that is the title is marked as read.
 */
export const readHead = ({ blocks, frontMatter }: Outline, end: number, front?: DocumentNode): Head => {
  const head = blocks.slice(0, end)
  const fields = readFields(head)
  const headings = head.filter(isTitle)
  const heading = headings.find(({ level }) => level === 1) ?? headings[0]
  const goalHeading = head.findIndex(
    (block) => block.kind === 'heading' && /^(?:goals?|objective)$/i.test(foldLabel(plainText(block.text))),
  )
  const below = goalHeading < 0 ? undefined : head[goalHeading + 1]
  const goal = fields.find((field) => field.name === 'goal' && field.value !== '')?.value
  const stated = readTitle(frontMatter?.text ?? '', front)
  const title = heading ? titleText(heading.text) : stated.title || onlyTitle(blocks, end)
  if (stated.value && stated.title === title) stated.value.isRead = true
  const tracker = plainText(fields.find((field) => field.name === 'tracker')?.value ?? '')
  return {
    title,
    goal: titleText(goal ?? (below?.kind === 'paragraph' ? below.text : '')),
    ...(tracker !== '' && { trackerId: tracker }),
  }
}

const isTitle = (block: Block): block is HeadingBlock =>
  block.kind === 'heading' && block.depth === 0 && block.text !== ''

const onlyTitle = (blocks: readonly Block[], end: number): string => {
  const first = blocks[end]
  if (!first || !isTitle(first) || first.level > 1) return ''
  const isOnly = blocks.every((block) => block === first || !isTitle(block) || block.level > 1)
  return isOnly ? titleText(first.text) : ''
}

const key = /^[ \t]*(["']?)([\p{L} ]{1,20})\1[ \t]*:(.*)$/gmu

/** Whether the title of a plan is the value of this key in the front matter. */
const isTitleKey = (name: string): boolean =>
  /^(?:title|name)$/i.test(foldLabel(name)) && name.toLowerCase() !== 'name'

const readTitle = (frontMatter: string, node?: DocumentNode): { title: string; value?: ScalarNode } => {
  for (const [line, , name = '', written = ''] of frontMatter.matchAll(key)) {
    if (/^\s/.test(line) || !isTitleKey(name)) continue
    // Only YAML resolves quotes, comments and several lines; a text with a colon is not YAML.
    const value = node?.kind === 'map' ? node.entries.get(name)?.value : undefined
    const text = value?.kind === 'scalar' ? String(value.value ?? '') : node ? '' : written
    const title = titleText(text.trim().replace(/^(["'])(.*)\1$/, '$2'))
    return { title, ...(value?.kind === 'scalar' && { value }) }
  }
  return { title: '' }
}
