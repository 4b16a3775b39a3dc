import type { Phase, PhaseReport } from '@amelia/core'
import { type ShownStatus, words } from '@amelia/core/view'

/** A subtask or a step in a card. */
export interface CardPart {
  id: string
  title: string
  level: 'subtask' | 'step'
  /** The kind of a subtask. */
  type?: Phase['subtasks'][number]['type']
  status: ShownStatus
  startedAt?: string
  risk?: Phase['risk']
}

/** Lists the subtasks and steps of a phase in plan order, with their status. */
export const listParts = (plan: Phase, phase: PhaseReport | undefined): CardPart[] => {
  const reports = new Map(phase?.subtasks?.map((subtask) => [subtask.id, subtask]))
  return plan.subtasks.flatMap(({ id, title, type, steps }): CardPart[] => {
    const own = reports.get(id)
    const status = phase && own ? words.shownPartStatus(own, phase.status) : 'pending'
    const known = new Map(own?.steps?.map((step) => [step.id, step]))
    return [
      { id, title, level: 'subtask', type, status, ...(own?.startedAt && { startedAt: own.startedAt }) },
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
