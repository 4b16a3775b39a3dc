import { type PhaseFieldValues, type PlanStatus, readEstimate, readStatus } from '@amelia/core/plugin'
import {
  foldHead,
  foldValue,
  foldWidth,
  type HeadingBlock,
  isCriteriaHeading,
  isMarkedStep,
  onceFor,
  type Outline,
  plainText,
  readFields,
  readMarked,
  splitRepeats,
  withCode,
} from '@amelia/markdown'
import { readHeadingId } from './read-heading-id.ts'

/** A phase declared by a heading instead of a table. */
export interface HeadingPhase {
  id: string
  title: string
  /** The fields that the heading sets. */
  fields: PhaseFieldValues
  /** Indexes in the outline's blocks: the heading, and the end of the section. */
  heading: number
  end: number
  line: number
}

/** The phases of a document without a phase table. */
export interface HeadingPhases {
  phases: HeadingPhase[]
  /** The headings of a summary, which repeat the phases. */
  repeats: Pick<HeadingPhase, 'heading' | 'end'>[]
  /** The number of phases that declare dependencies, or which phases run beside them. */
  declared: number
  /** Whether a section has a step that is written as one, such as a fence with `file=`. */
  stepped: boolean
}

/**
 * Finds the headings `Phase N: name` of a document, of levels one to four.
 *
 * A heading whose section contains deeper phase headings is a group, not a phase, unless it declares
 * dependencies.
 */
export const readHeadingPhases = onceFor((outline: Outline): HeadingPhases => {
  const { blocks } = outline
  const found: (HeadingPhase & { level: number; group: boolean; declares: boolean })[] = []
  const open: typeof found = []
  /** The level of the heading about criteria whose section is being read. */
  let criteria = 7
  blocks.forEach((block, index) => {
    if (block.kind !== 'heading' || block.depth > 0) return
    if (block.level <= criteria) criteria = isCriteriaHeading(plainText(block.text)) ? block.level : 7
    while (open.length > 0 && block.level <= (open.at(-1)?.level ?? 0)) close(open, index)
    if (block.level > 4 || criteria < 7) return
    const phase = readPhaseHeading(block)
    // `Phase 2 budget` inside phase 2 is a part of it.
    if (!phase || open.some((outer) => outer.id === phase.id)) return
    for (const outer of open) {
      outer.group = true
      outer.end = Math.min(outer.end, index)
    }
    const entry = {
      ...phase,
      heading: index,
      end: blocks.length,
      level: block.level,
      group: false,
      declares: false,
    }
    found.push(entry)
    open.push(entry)
  })
  for (const entry of found) entry.declares = declares(blocks.slice(entry.heading + 1, entry.end))
  const { entries: phases, repeats } = splitRepeats(
    outline,
    found.filter((entry) => !entry.group || entry.declares),
  )
  return {
    repeats,
    phases: phases.map(({ level: _level, group: _group, declares: _declares, ...phase }) => phase),
    declared: phases.filter((entry) => entry.declares).length,
    stepped: phases.some(({ heading, end }) =>
      blocks.slice(heading, end).some((block) => block.kind === 'fence' && isMarkedStep(block)),
    ),
  }
})

const close = (open: { end: number }[], index: number): void => {
  const entry = open.pop()
  if (entry) entry.end = Math.min(entry.end, index)
}

/**
 * Returns whether a section declares dependencies. Only blocks above its first sub-heading describe the phase
 * itself.
 */
const declares = (blocks: Outline['blocks']): boolean => {
  const sub = blocks.findIndex((block) => block.kind === 'heading' && block.depth === 0)
  const own = sub < 0 ? blocks : blocks.slice(0, sub)
  return readFields(own).some(({ name }) => name === 'dependsOn' || name === 'parallelWith')
}

const mark = /[✅✔☑🔄🚧⬜⏸⏭🚫]/u

const readPhaseHeading = (block: HeadingBlock): Omit<HeadingPhase, 'heading' | 'end'> | undefined =>
  withCode(block.text, (text) => readPhaseText(foldHead(text), block.line))

const readPhaseText = (text: string, line: number): Omit<HeadingPhase, 'heading' | 'end'> | undefined => {
  // Most headings of other formats are not of phases, and reading an id takes longer.
  if (!/phase/i.test(text)) return undefined
  const { id, title: rest, phase } = readHeadingId(text)
  if (!phase) return undefined
  const marked = readMarked(rest)
  const title = marked.status ? marked.title : rest
  const status = readMark(text) ?? marked.status
  const parted = readParenthesis(title)
  return {
    id,
    title: parted?.title || title || `Phase ${id}`,
    fields: { ...(parted && { estimate: parted.estimate }), ...(status && { status }) },
    line,
  }
}

/** Reads a status mark before the heading. */
const readMark = (text: string): PlanStatus | undefined =>
  text.startsWith('[') || text.slice(0, 2).search(mark) === 0 ? readStatus(text) : undefined

/** Splits a title such as `Backend (5 pts)` or `Backend (Estimate: 5)` into title and estimate. */
const readParenthesis = (title: string): { title: string; estimate: number } | undefined => {
  const folded = foldWidth(title)
  const start = folded.lastIndexOf('(')
  if (start < 0 || !folded.endsWith(')')) return undefined
  const inside = foldValue(folded.slice(start + 1, -1))
  const estimate = readEstimate(inside.replace(/^estimated?:? ?/i, ''))
  return estimate === undefined || !unit.test(inside)
    ? undefined
    : { title: dropEnd(title.slice(0, start)), estimate }
}

const unit =
  /^est|\d ?(?:pts?|points?|sp|h|hours?|min|minutes|days?|d)\b|\d ?(?:天|日|小时|小時|時間|分|点|點|人日|일|시간|분|점|포인트)/i

const dropEnd = (text: string): string => {
  let end = text.length
  while (end > 0 && ' —–-:(：（'.includes(text[end - 1] ?? '')) end--
  return text.slice(0, end)
}
