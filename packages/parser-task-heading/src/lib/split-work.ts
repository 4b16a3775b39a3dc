import type { PlanStatus } from '@amelia/core/plugin'
import {
  type Block,
  foldHead,
  foldLabel,
  isCriteria,
  isCriteriaTitle,
  type ItemBlock,
  plainText,
  readLabel,
  readType,
  titleText,
} from '@amelia/markdown'

/** One step of a task as its author marked it: a checkbox, a bold `Step N`, or a heading `Step N`. */
export interface Work {
  title: string
  /** The marker's first line as written. */
  raw: string
  type?: 'test' | 'impl' | 'refactor' | 'other'
  /** State of its checkbox; undefined without one. */
  checked?: boolean
  /** The status that its checkbox gives, if any. */
  status?: PlanStatus
  /** The rest of the marker's block after its first line. */
  text: string
  /** The blocks up to the next step. */
  blocks: Block[]
  line: number
}

const stepWord = /^step\s+\d{1,4}[a-z]?(?:\s*[:.)—–-]\s*|\s+|$)/i

/**
 * Splits a task's section into its marked steps, and the blocks outside them. Returns no steps if none is
 * marked.
 *
 * Checkboxes in a list of criteria (`Acceptance criteria`, ...) are not steps.
 */
export const splitWork = (blocks: readonly Block[]): { work: Work[]; rest: Block[] } => {
  const work: Work[] = []
  const rest: Block[] = []
  let open: Work | undefined
  /** The kind of block that started a list of criteria. The next block of that kind ends it. */
  let criteria: 'heading' | 'label' | undefined
  for (const block of blocks) {
    if (block.depth === 0 && block.kind === 'heading') {
      const label = plainText(block.text)
      criteria = isCriteriaTitle(label) || /^files\b/i.test(foldLabel(label)) ? 'heading' : undefined
      open = undefined
    }
    if (block.depth === 0 && block.kind === 'paragraph' && criteria !== 'heading') {
      const label = readLabel(block.text)
      criteria = label !== '' && isCriteria(label) ? 'label' : undefined
      if (criteria) open = undefined
    }
    const begun = block.depth === 0 && !criteria ? begin(block) : undefined
    if (begun) {
      open = begun
      work.push(begun)
    } else if (open) open.blocks.push(block)
    else rest.push(block)
  }
  return { work, rest }
}

const begin = (block: Block): Work | undefined => {
  if (block.kind === 'item') {
    if (block.checked === undefined || block.nesting !== 1) return undefined
    return create(block.text, block.line, block)
  }
  if (block.kind === 'paragraph') {
    return block.text.startsWith('**') && stepWord.test(foldHead(plainText(firstLine(block.text)), true))
      ? create(block.text, block.line)
      : undefined
  }
  if (block.kind === 'heading') {
    return stepWord.test(foldHead(plainText(block.text), true)) ? create(block.text, block.line) : undefined
  }
  return undefined
}

const create = (text: string, line: number, box?: ItemBlock): Work => {
  const first = firstLine(text)
  const { title, type } = readType(titleText(first))
  const head = foldHead(title, true)
  const name = stepWord.test(head) ? head.replace(stepWord, '') : title
  return {
    title: name === '' ? title : name,
    raw: first,
    ...(type && { type }),
    ...(box?.checked !== undefined && { checked: box.checked }),
    ...(box?.status && { status: box.status }),
    text: text.slice(first.length + 1),
    blocks: [],
    line,
  }
}

const firstLine = (text: string): string => {
  const end = text.indexOf('\n')
  return end < 0 ? text : text.slice(0, end)
}
