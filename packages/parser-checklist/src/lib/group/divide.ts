import type { FoundTasks, Heading, Task } from '../find-tasks.ts'
import { readPhaseHeading } from '../text/read-phase-heading.ts'
import { rootId } from './root-id.ts'

/** The division of a checklist into phases: by headings, or by its first-level tasks. */
export type Division = { by: 'headings'; phases: ReadonlySet<Heading> } | { by: 'tasks' }

/**
 * Decides which elements are phases.
 *
 * Prefers headings `Phase N` if every task is below one. Next, tasks with integer ids if some have parts (`2`
 * and `2.1`). Next, the highest headings with tasks below them: those with the word Phase, those with a
 * number, or several of one level. Otherwise, the tasks of the first level.
 *
 * Without ids, and without numbered headings, the headings directly above the tasks are phases.
 */
export const divide = ({ tasks, headings, named }: FoundTasks): Division => {
  if (!named && tasks.every(({ heading }) => heading && isListOfTasks(heading.text))) return { by: 'tasks' }
  const atLevel = (level: number): Division => ({
    by: 'headings',
    phases: new Set(tasks.flatMap((task) => headingAt(task, level) ?? [])),
  })
  const used = findUsed(tasks)
  const reads = new Map(
    headings.flatMap((heading) =>
      used.has(heading) ? [[heading, readPhaseHeading(heading.text)] as const] : [],
    ),
  )
  // A phase or a story in the title of the document is the one that the document plans.
  const isGroup = [...reads].some(([{ block }, { phase }]) => phase && block.level > 1)
  const title = headings.find(
    ({ block, text }) => block.level === 1 && (!named || isGroup || /^story\b/i.test(text)),
  )
  const levelOf = (test: (heading: Heading) => boolean): number | undefined => {
    let level: number | undefined
    for (const heading of used)
      if (heading !== title && test(heading)) level = Math.min(level ?? 7, heading.block.level)
    return level
  }
  const phaseLevel = levelOf((heading) => reads.get(heading)?.phase === true)
  if (phaseLevel !== undefined) {
    const isCovered = (task: Task): boolean => {
      for (let at = task.heading; at; at = at.parent) if (reads.get(at)?.phase) return true
      return false
    }
    if (tasks.every(isCovered)) return atLevel(phaseLevel)
  }
  const ids = new Set(tasks.map((task) => task.id))
  if (tasks.some(({ id }) => id.includes('.') && ids.has(rootId(id)))) return { by: 'tasks' }
  const numbered = phaseLevel ?? levelOf((heading) => (reads.get(heading)?.id ?? '') !== '')
  if (!named && numbered === undefined) return atLevel(deepest)
  const level = numbered ?? findBranching(used)
  return level === undefined ? { by: 'tasks' } : atLevel(level)
}

/** Returns whether tasks below a heading are phases: the progress of an ExecPlan, the tasks of a story. */
export const isListOfTasks = (heading: string): boolean =>
  /^(?:progress|tasks ?\/ ?subtasks|进度|進捗|진행 상황)$/i.test(heading.trim())

const deepest = 6

const headingAt = (task: Task, level: number): Heading | undefined => {
  let heading = task.heading
  while (heading && heading.block.level > level) heading = heading.parent
  return heading
}

/** Returns the headings with tasks anywhere below them. */
const findUsed = (tasks: readonly Task[]): Set<Heading> => {
  const used = new Set<Heading>()
  for (const task of tasks) {
    for (let at = task.heading; at && !used.has(at); at = at.parent) used.add(at)
  }
  return used
}

const findBranching = (used: ReadonlySet<Heading>): number | undefined => {
  const counts = [0, 0, 0, 0, 0, 0, 0]
  for (const { block } of used) counts[block.level] = (counts[block.level] ?? 0) + 1
  const level = counts.findIndex((count) => count > 1)
  return level < 0 ? undefined : level
}
