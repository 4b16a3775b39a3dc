import { checkFile } from './check-file.ts'
import { checkIds } from './check-ids.ts'
import { checkAcceptance } from './check-acceptance.ts'
import { checkSteps } from './check-steps.ts'
import { findColumn } from '../../text/find-column.ts'
import { findKnot } from './find-knot.ts'
import type { PlanIssue } from '../plan-issue.ts'
import type { Phase, Plan } from '../plan-schema.ts'
import { quoteText as quote } from '../../text/quote-text.ts'
import type { ReportIssue } from './report-issue.ts'
import { suggestName } from './suggest-name.ts'

/**
 * Finds the errors in a plan's ids, references, paths and steps.
 *
 * Issues are grouped by check, each group in plan order. `resolveGraph` finds cycles of phases and wrong
 * claims of `Parallel With`.
 */
export const validatePlan = (plan: Plan): PlanIssue[] => {
  const issues: PlanIssue[] = []
  let lines: string[] | undefined
  const report: ReportIssue = (line, code, message, name, last) => {
    lines ??= plan.source.split('\n')
    const column = findColumn(lines[line - 1] ?? '', name, last)
    issues.push({ severity: 'error', code, message, line, column })
  }
  if (plan.phases.length === 0) report(1, 'NO_PHASES', 'The plan has no phases.')
  if (plan.trackerId !== undefined && !/^[\w#][\w.#-]{0,99}$/.test(plan.trackerId)) {
    report(
      1,
      'ID_INVALID',
      `The tracker id ${quote(plan.trackerId)} is invalid: use at most 100 letters, digits, ".", "_", "-" and "#".`,
    )
  }
  checkIds('phase', plan.phases, report)
  const subtasks = plan.phases.flatMap((phase) => phase.subtasks)
  checkIds('subtask', subtasks, report)
  // A step that is its whole subtask shares its id: one finding is enough.
  checkIds(
    'step',
    subtasks.flatMap(({ id, steps }) => steps.filter((step) => step.id !== id)),
    report,
  )
  checkPhases(plan.phases, report)
  checkSubtasks(plan.phases, report)
  checkSteps(plan.phases, report)
  checkAcceptance(plan.phases, report)
  return issues
}

const checkPhases = (phases: readonly Phase[], report: ReportIssue): void => {
  const ids = new Set(phases.map((phase) => phase.id))
  const suggest = suggestName(ids)
  for (const phase of phases) {
    for (const id of new Set(phase.dependsOn)) {
      if (id === phase.id) {
        report(phase.line, 'DEPENDENCY_SELF', `Phase ${phase.id} depends on itself.`, id, true)
      } else if (!ids.has(id)) {
        report(
          phase.line,
          'DEPENDENCY_UNKNOWN',
          `Phase ${phase.id} depends on ${quote(id)}, which is not a phase of this plan.${suggest(id, phase.id)}`,
          id,
          true,
        )
      }
    }
    if (phase.estimate !== undefined && !(Number.isFinite(phase.estimate) && phase.estimate >= 0)) {
      report(
        phase.line,
        'ESTIMATE_INVALID',
        `The estimate of phase ${phase.id} must be a number of at least 0, not ${phase.estimate}.`,
      )
    }
    for (const path of phase.files) checkFile(path, `Phase ${phase.id}`, phase.line, report)
  }
}

const checkSubtasks = (phases: readonly Phase[], report: ReportIssue): void => {
  const ids = new Set(phases.flatMap((phase) => phase.subtasks.map((subtask) => subtask.id)))
  const suggest = suggestName(ids)
  for (const phase of phases) {
    for (const subtask of phase.subtasks) {
      for (const id of new Set(subtask.dependsOn)) {
        if (id === subtask.id) {
          report(subtask.line, 'DEPENDENCY_SELF', `Subtask ${subtask.id} depends on itself.`, id, true)
        } else if (!ids.has(id)) {
          report(
            subtask.line,
            'DEPENDENCY_UNKNOWN',
            `Subtask ${subtask.id} depends on ${quote(id)}, which is not a subtask of this plan.${suggest(id, subtask.id)}`,
            id,
            true,
          )
        }
      }
      for (const path of subtask.files) checkFile(path, `Subtask ${subtask.id}`, subtask.line, report)
    }
    const knot = findKnot(phase.subtasks)
    if (knot) {
      report(
        knot[0]?.line ?? phase.line,
        'SUBTASK_CYCLE',
        `These subtasks of phase ${phase.id} depend on each other, so none can start: ` +
          `${knot.map((subtask) => `${subtask.id} (line ${subtask.line})`).join(', ')}.`,
      )
    }
  }
}
