import type { Plan, PlanStatus } from '@amelia/core'

/** Ids of the phases with work left that no step spells out: only an agent can do it. */
export const needsAgent = ({ phases }: Plan): string[] =>
  phases.flatMap(({ id, status, subtasks }) => {
    if (!isOpen(status)) return []
    const told = subtasks.some((subtask) => isOpen(subtask.status) && subtask.steps.length === 0)
    return subtasks.length === 0 || told ? [id] : []
  })

const isOpen = (status: PlanStatus): boolean => status === 'pending' || status === 'in_progress'
