import type { FrozenRun } from '../../machine/state/frozen-run.ts'
import { listSubtasks } from '../../report/list/list-subtasks.ts'

/**
 * Returns the lines of the plan at which work begins, and whether all of it is done: it was integrated
 * without skipped parts, or was done before.
 */
export const findDoneLines = ({
  phases,
  skippedParts,
}: Pick<FrozenRun, 'phases' | 'skippedParts'>): Map<number, boolean> => {
  const lines = new Map<number, boolean>()
  const add = (line: number, isDone: boolean): boolean => {
    lines.set(line, (lines.get(line) ?? true) && isDone)
    return isDone
  }
  for (const phase of phases) {
    const { line, status, subtasks } = phase.planned
    const isBefore = status === 'done'
    const reported = phase.status === 'completed' ? listSubtasks(phase, phase.status, skippedParts) : []
    let isDone = isBefore || phase.status === 'completed'
    subtasks.forEach((subtask, index) => {
      const { status: own, steps } = reported[index] ?? {}
      let isWhole = isBefore || own === 'completed'
      subtask.steps.forEach((step, at) => {
        isWhole = add(step.line, isBefore || steps?.[at]?.status === 'completed') && isWhole
      })
      isDone = add(subtask.line, isWhole) && isDone
    })
    add(line, isDone)
  }
  return lines
}
