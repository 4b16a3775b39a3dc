import type { Phase, PhaseReport } from '@amelia/core'
import { type ShownStatus, words } from '@amelia/core/view'

/** A subtask or a step in a card. */
export interface CardPart {
  id: string
  title: string
  level: 'subtask' | 'step'
  status: ShownStatus
  startedAt?: string
  risk?: Phase['risk']
}

/** Lists the subtasks and steps of a phase in plan order, with their status. */
export const listParts = (plan: Phase, phase: PhaseReport | undefined): CardPart[] => {
  const reports = new Map(phase?.subtasks?.map((subtask) => [subtask.id, subtask]))
  return plan.subtasks.flatMap(({ id, title, steps }): CardPart[] => {
    const own = reports.get(id)
    const status = phase && own ? words.shownPartStatus(own, phase.status) : 'pending'
    const known = new Map(own?.steps?.map((step) => [step.id, step]))
    return [
      { id, title, level: 'subtask', status, ...(own?.startedAt && { startedAt: own.startedAt }) },
      ...steps.map((step): CardPart => {
        const state = known.get(step.id)
        return {
          id: step.id,
          title: step.description || step.command || step.filePath || step.id,
          level: 'step',
          status:
            state && phase ? words.shownPartStatus(state, phase.status) : stepStatus(step.id, status, phase),
          risk: step.risk,
          ...(state?.startedAt && { startedAt: state.startedAt }),
        }
      }),
    ]
  })
}

/** The status of a step that the report does not list. */
const stepStatus = (id: string, subtask: ShownStatus, report: PhaseReport | undefined): ShownStatus => {
  if (report?.cancelledSteps?.includes(id)) return 'cancelled'
  if (report?.skippedParts?.includes(id)) return 'skipped'
  return subtask === 'running' || subtask === 'waiting' || subtask === 'failed' ? 'pending' : subtask
}

/**
 * Chooses the parts that fit into a card: those around the first one that is not done, so that the running
 * ones stay visible. The number of lines depends on the plan alone.
 */
export const visibleParts = (
  parts: readonly CardPart[],
  most: number,
): { parts: readonly CardPart[]; hidden: number } => {
  if (parts.length <= most) return { parts, hidden: 0 }
  const lines = most - 1
  const isOver = ({ status }: CardPart): boolean =>
    ['completed', 'claimed', 'external', 'skipped'].includes(status)
  const first = parts.findIndex((part) => !isOver(part))
  const start = first < 0 ? parts.length - lines : Math.min(Math.max(0, first - 1), parts.length - lines)
  return { parts: parts.slice(start, start + lines), hidden: parts.length - lines }
}
