import type { PlanStatus } from '@amelia/core/plugin'
import { foldHead, isPhaseName, type Progress, withCode } from '@amelia/markdown'
import { type PhaseHeading, readPhaseHeading } from './read-phase-heading.ts'
import type { TaskText } from './read-task-text.ts'

interface Heading {
  text: string
  parent?: Heading
}

interface Listed {
  text: TaskText
  id: string
  status: PlanStatus
  /** The heading above it. */
  heading: Heading | undefined
  line: number
}

/** A checkbox with its place among the lists. */
export interface Box<Task extends Listed> {
  task: Task
  nesting: number
}

/**
 * Takes the boxes `- [x] Phase 1: name` out of the boxes of a document whose headings are these phases, and
 * adds their statuses to `progress`, and their lines to `overview`. Boxes inside the section of a phase, and
 * sentences about a phase, are not taken.
 *
 * Without such headings these boxes are the phases, so they get the phases' ids and titles.
 */
export const takeOverview = <Task extends Listed>(
  boxes: readonly Box<Task>[],
  headings: readonly Heading[],
  progress: Map<string, Progress>,
): { boxes: Box<Task>[]; overview: number[] } => {
  const overview: number[] = []
  const reads = boxes.map(({ task, nesting }) =>
    nesting === 1 && task.id === '' ? readPhase(task.text.source) : undefined,
  )
  if (reads.every((read) => !read)) return { boxes: [...boxes], overview }
  const named = headings.filter(({ text }) => readPhase(text))
  const headed = new Set(named.flatMap(({ text }) => readPhase(text)?.id ?? []))
  /** Headings of phases that do not only group others. */
  const sections = new Set(named)
  for (const heading of named) for (const outer of parentsOf(heading.parent)) sections.delete(outer)
  const isInside = ({ heading }: Task): boolean => parentsOf(heading).some((outer) => sections.has(outer))
  const isPhase = headed.size === 0 && reads.filter((read) => read).length > 1
  const others = boxes.flatMap(({ task, nesting }, index): Box<Task>[] => {
    const read = reads[index]
    if (read && headed.has(read.id) && !isInside(task) && isPhaseName(task.text.source)) {
      if (task.status !== 'pending' && !progress.has(read.id)) {
        progress.set(read.id, { status: task.status, line: task.line })
      }
      overview.push(task.line)
      return []
    }
    if (!read || !isPhase) return [{ task, nesting }]
    const text = { ...task.text, id: read.id, title: read.title }
    return [{ task: { ...task, text, id: read.id }, nesting }]
  })
  return { boxes: others, overview }
}

/** Returns a heading and those above it. */
const parentsOf = (heading: Heading | undefined): Heading[] => {
  const found: Heading[] = []
  for (let at = heading; at; at = at.parent) found.push(at)
  return found
}

const readPhase = (text: string): PhaseHeading | undefined => {
  const read = withCode(text.split('\n', 1)[0] ?? '', (line) =>
    mayName.test(foldHead(line)) ? readPhaseHeading(line) : undefined,
  )
  return read?.phase ? read : undefined
}

/** The word of a phase, or a mark in front of the word in another language. Most boxes have neither. */
const mayName = /phase|[[(]P[\])]/i
