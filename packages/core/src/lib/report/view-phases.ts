import type { Plan } from '../plan/plan-schema.ts'
import type { PlanStatus } from '../plan/field/plan-status.ts'
import type { PhaseView } from './phase-view.ts'

type SubtaskView = NonNullable<PhaseView['subtasks']>[number]

const subtaskStatus: Record<PlanStatus, SubtaskView['status']> = {
  pending: 'pending',
  in_progress: 'pending',
  done: 'completed',
  skipped: 'skipped',
  deferred: 'skipped',
  cancelled: 'cancelled',
}

/**
 * Converts the phases of a plan for the views, before a run. A phase that the plan marks done or skipped is
 * `external`.
 */
export const viewPhases = (plan: Plan): PhaseView[] =>
  plan.phases.map(({ id, title, dependsOn, estimate, priority, status, subtasks }) => ({
    id,
    title,
    dependsOn,
    estimate,
    priority,
    tasks: subtasks.length,
    status: status === 'done' || status === 'skipped' ? 'external' : 'pending',
    subtasks: subtasks.map((subtask) => ({ title: subtask.title, status: subtaskStatus[subtask.status] })),
  }))
