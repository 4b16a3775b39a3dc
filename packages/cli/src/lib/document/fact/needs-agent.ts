import type { Plan } from '@amelia/core'
import type { PlanStatus } from '@amelia/core/plugin'

/** Lists the ids of open phases with work that no step spells out, which only an agent can do. */
export const needsAgent = ({ phases }: Plan): string[] =>
  phases.flatMap(({ id, status, subtasks }) => {
    if (!isOpen(status)) return []
    const unspecified = subtasks.some((subtask) => isOpen(subtask.status) && subtask.steps.length === 0)
    return subtasks.length === 0 || unspecified ? [id] : []
  })

/** Whether a run executes the phase. */
export const isOpenPhase = ({ status }: Plan['phases'][number]): boolean => isOpen(status)

const isOpen = (status: PlanStatus): boolean => status === 'pending' || status === 'in_progress'
