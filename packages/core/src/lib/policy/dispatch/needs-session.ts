import type { Phase } from '../../plan/model/phase.ts'
import { isOpen } from './is-open.ts'

/**
 * Whether an agent has something to do in a phase: all of it, or the subtasks that have no structured steps.
 */
export const needsSession = ({ subtasks }: Phase, steps: 'engine' | 'driver'): boolean => {
  if (subtasks.length === 0) return true
  const open = subtasks.filter(isOpen)
  return steps === 'driver' ? open.length > 0 : open.some((subtask) => subtask.steps.length === 0)
}
