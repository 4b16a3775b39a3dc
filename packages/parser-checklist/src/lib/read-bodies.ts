import type { Outline } from '@amelia/markdown'
import type { Heading, Task } from './find-tasks.ts'

/** The text of a checklist, divided among its tasks and its phases. */
export interface Bodies {
  /** The text inside a task and outside its parts; a truncated title comes first, in full. */
  ofTask(task: Task): string
  /** The text from a heading to a line, outside all tasks. */
  ofLines(from: number, to: number): string
  /** Returns whether a line belongs to a task. */
  isTask(line: number): boolean
}

const free = -1
const taken = -2

/**
 * Assigns each line to the innermost task around it, or to none. Headings of tasks belong to none.
 */
export const readBodies = (
  { lines }: Outline,
  tasks: readonly Task[],
  headings: readonly Heading[],
): Bodies => {
  const owners = new Int32Array(lines.length + 2).fill(free)
  tasks.forEach((task, index) => {
    const text = task.line + task.text.lines
    for (let line = task.line; line <= task.endLine; line++) owners[line] = line < text ? taken : index
  })
  const withTasks = new Set(tasks.map((task) => task.heading))
  for (const heading of headings) {
    if (withTasks.has(heading)) owners.fill(taken, heading.block.line, heading.block.endLine + 1)
  }
  const positions = new Map(tasks.map((task, index) => [task, index]))
  const gather = (from: number, to: number, owner: number): string => {
    const kept: string[] = []
    for (let line = from; line <= to; line++) if (owners[line] === owner) kept.push(lines[line - 1] ?? '')
    return tidy(kept)
  }
  return {
    ofTask: (task) => {
      const isTitleOnly = task.endLine < task.line + task.text.lines
      const body = isTitleOnly ? '' : gather(task.line, task.endLine, positions.get(task) ?? taken)
      return [task.text.cut ? task.text.source : '', body].filter((text) => text !== '').join('\n\n')
    },
    ofLines: (from, to) => gather(from, to, free),
    isTask: (line) => (owners[line] ?? free) >= 0,
  }
}

/** Removes common indentation and rules, and joins consecutive blank lines. */
const tidy = (lines: readonly string[]): string => {
  const kept: string[] = []
  for (const line of lines) {
    const blank = line.trim() === '' || line.trim() === '---'
    if (!blank) kept.push(line.trimEnd())
    else if (kept.length > 0 && kept.at(-1) !== '') kept.push('')
  }
  while (kept.at(-1) === '') kept.pop()
  let shared = Number.POSITIVE_INFINITY
  for (const line of kept) if (line !== '') shared = Math.min(shared, line.search(/\S/))
  return kept.map((line) => line.slice(shared)).join('\n')
}
