import type { FoundTasks, Heading, Task } from './find-tasks.ts'
import { readPhaseHeading } from './read-phase-heading.ts'
import { rootId } from './root-id.ts'

/** The division of a checklist into phases: by headings down to a level, or by its first-level tasks. */
export type Division = { by: 'headings'; level: number } | { by: 'tasks' }

/**
 * Decides which elements are phases.
 *
 * Prefers headings `Phase N` if every task is below one. Next, tasks with integer ids if some have parts (`2`
 * and `2.1`). Next, the highest headings with tasks below them: those with the word Phase, those with a
 * number, or several of one level. Otherwise, the tasks of the first level.
 */
export const divide = ({ tasks, headings }: FoundTasks): Division => {
  const used = findUsed(tasks)
  const reads = new Map(
    headings.flatMap((heading) =>
      used.has(heading) ? [[heading, readPhaseHeading(heading.text)] as const] : [],
    ),
  )
  const levelOf = (test: (heading: Heading) => boolean): number | undefined => {
    let level: number | undefined
    for (const heading of used) if (test(heading)) level = Math.min(level ?? 7, heading.block.level)
    return level
  }
  const phaseLevel = levelOf((heading) => reads.get(heading)?.phase === true)
  if (phaseLevel !== undefined) {
    const isCovered = (task: Task): boolean => {
      for (let at = task.heading; at; at = at.parent) if (reads.get(at)?.phase) return true
      return false
    }
    if (tasks.every(isCovered)) return { by: 'headings', level: phaseLevel }
  }
  const ids = new Set(tasks.map((task) => task.id))
  if (tasks.some(({ id }) => id.includes('.') && ids.has(rootId(id)))) return { by: 'tasks' }
  const level =
    phaseLevel ?? levelOf((heading) => (reads.get(heading)?.id ?? '') !== '') ?? findBranching(used)
  return level === undefined ? { by: 'tasks' } : { by: 'headings', level }
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
