import type { PartStatus } from '../state/attempt.ts'
import type { FrozenPhase } from '../state/frozen-run.ts'

type Parts = Pick<FrozenPhase, 'planned' | 'subtaskStatus'> & {
  readonly attempt: Pick<FrozenPhase['attempt'], 'parts'>
}

/** Returns the status of a subtask as the engine observed it, or else as the agent of its phase claims it. */
export const partStatus = (
  { subtaskStatus, attempt: { parts } }: Omit<Parts, 'planned'>,
  id: string,
): PartStatus => subtaskStatus.get(id) ?? parts?.get(id) ?? 'pending'

/** Counts the subtasks of a phase, and those that are done. A subtask that the plan marks done counts too. */
export const countParts = (phase: Parts): { done: number; of: number } => {
  const { subtasks } = phase.planned
  const done = subtasks.filter(({ id, status }) => status === 'done' || partStatus(phase, id) === 'completed')
  return { done: done.length, of: subtasks.length }
}
