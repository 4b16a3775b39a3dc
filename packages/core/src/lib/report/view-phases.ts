import { checkArgument } from '../error/check/check-options.ts'
import { list, optional, shape, text } from '../error/check/rule.ts'
import type { PhaseReport, Report } from '../event/report.ts'
import type { Phase } from '../plan/model/phase.ts'
import type { Plan } from '../plan/model/plan.ts'
import { plannedStatus } from '../plan/field/plan-status.ts'
import { checkWholePlan } from '../graph/check-phases.ts'
import { listNotRun } from '../graph/list-not-run.ts'
import type { PhaseView } from './phase-view.ts'

const reportRule = optional(
  shape('the report of a run', { phases: list(shape('a phase of a report', { id: text, status: text })) }),
)

/**
 * Converts the phases of a plan for the views: before a run, or with the status of phases and subtasks in its
 * report. Before a run, a phase that the plan marks done, skipped, paused or cancelled is `external`, and one
 * that depends on a paused or cancelled phase is `blocked`. Throws `OPTION_INVALID`.
 */
export const viewPhases = (plan: Plan, report?: Pick<Report, 'phases'>): PhaseView[] => {
  checkWholePlan('viewPhases', plan)
  checkArgument('viewPhases', 'report', report, reportRule)
  const reported = new Map(report?.phases.map((phase) => [phase.id, phase]))
  // An execution plan estimates each step.
  const isEstimated =
    plan.format === 'execution-plan' ||
    plan.phases.some((phase) => minutesOf(phase).some((minutes) => minutes !== usualMinutes))
  const { left, blocked } = listNotRun(plan.phases)
  const planned = ({ id }: Phase): PhaseView['status'] =>
    left.has(id) ? 'external' : blocked.has(id) ? 'blocked' : 'pending'
  return plan.phases.map((phase) =>
    viewPhase(phase, { isEstimated, planned: planned(phase), report: reported.get(phase.id) }),
  )
}

/** The minutes of a step without an estimate. */
const usualMinutes = 2

const minutesOf = ({ subtasks }: Phase): number[] =>
  subtasks.flatMap(({ steps }) => steps.map(({ estimatedMinutes }) => estimatedMinutes))

const viewPhase = (
  phase: Phase,
  {
    isEstimated,
    planned,
    report,
  }: { isEstimated: boolean; planned: PhaseView['status']; report: PhaseReport | undefined },
): PhaseView => {
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
    status: report?.status ?? planned,
    ...((report ? report.excluded : planned === 'external' && status !== 'done') && { excluded: true }),
    subtasks: subtasks.map((subtask, index) => ({
      title: subtask.title,
      status: report?.subtasks?.[index]?.status ?? plannedStatus[subtask.status],
      claimed: report?.subtasks?.[index]?.claimed,
    })),
  }
}
