import type { FrozenPhase } from './frozen-run.ts'

/** The parts of a phase that did not go by the plan, in plan order. */
export interface UnplannedParts {
  /** Steps, and subtasks without steps, that were left out. */
  skipped: string[]
  /** Steps that a person stopped. */
  cancelled: string[]
  /** Steps that a person said were done by hand. */
  byHand: string[]
  /** A line for each step that ran a fallback command. */
  fallbacks: string[]
}

type Parts = Pick<FrozenPhase, 'planned' | 'stepStatus' | 'subtaskStatus' | 'byHand'> & {
  readonly attempt: Pick<FrozenPhase['attempt'], 'fallbacks'>
}

/** Lists the parts that were skipped, done by hand, or done by a fallback command. Each is named once. */
export const listParts = ({
  stepStatus,
  subtaskStatus,
  byHand,
  planned,
  attempt: { fallbacks },
}: Parts): UnplannedParts => {
  const steps = planned.subtasks.flatMap((subtask) => subtask.steps)
  const parts = planned.subtasks.flatMap((subtask) =>
    subtask.steps.length === 0
      ? [{ id: subtask.id, status: subtaskStatus.get(subtask.id) }]
      : subtask.steps.map(({ id }) => ({ id, status: stepStatus.get(id) })),
  )
  return {
    skipped: parts.filter(({ status }) => status === 'skipped').map(({ id }) => id),
    cancelled: steps.filter(({ id }) => stepStatus.get(id) === 'cancelled').map(({ id }) => id),
    byHand: steps.filter(({ id }) => byHand?.has(id) && stepStatus.get(id) !== 'skipped').map(({ id }) => id),
    fallbacks: steps.flatMap(({ id }) => {
      const command = fallbacks?.get(id)
      return command === undefined ? [] : [`step ${id} ran its fallback: ${command.split('\n', 1)[0] ?? ''}`]
    }),
  }
}
