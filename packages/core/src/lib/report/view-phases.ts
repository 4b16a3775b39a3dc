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

/** The phases of a plan as the views take them, before a run: what its author marked done or skipped is `external`. */
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
