import type { Phase, Plan } from '../plan/plan-schema.ts'
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
export const viewPhases = (plan: Plan): PhaseView[] => {
  // An execution plan estimates each step.
  const isEstimated =
    plan.format === 'execution-plan' ||
    plan.phases.some((phase) => minutesOf(phase).some((minutes) => minutes !== usualMinutes))
  return plan.phases.map((phase) => viewPhase(phase, isEstimated))
}

/** The minutes of a step without an estimate. */
const usualMinutes = 2

const minutesOf = ({ subtasks }: Phase): number[] =>
  subtasks.flatMap(({ steps }) => steps.map(({ estimatedMinutes }) => estimatedMinutes))

const viewPhase = (phase: Phase, isEstimated: boolean): PhaseView => {
  const { id, title, dependsOn, estimate, priority, status, subtasks } = phase
  const minutes = minutesOf(phase)
  return {
    id,
    title,
    dependsOn,
    estimate,
    priority,
    ...(isEstimated && minutes.length > 0 && { minutes: minutes.reduce((sum, each) => sum + each, 0) }),
    tasks: subtasks.length,
    status: status === 'done' || status === 'skipped' ? 'external' : 'pending',
    subtasks: subtasks.map((subtask) => ({ title: subtask.title, status: subtaskStatus[subtask.status] })),
  }
}
