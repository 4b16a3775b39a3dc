import { trackerForm } from './tracker-form.ts'
import { checkHint } from './check-file.ts'
import { checkIds } from './check-ids.ts'
import { checkAcceptance } from './check-acceptance.ts'
import { checkSteps } from './check-steps.ts'
import { findColumn } from '../../text/find-column.ts'
import { findKnot } from './find-knot.ts'
import type { PlanIssue } from '../plan-issue.ts'
import type { Phase } from '../model/phase.ts'
import type { Plan } from '../model/plan.ts'
import type { Subtask } from '../model/subtask.ts'
import { quoteText as quote } from '../../text/quote-text.ts'
import type { NameLine, ReportIssue } from './report-issue.ts'
import { type DependencyPlaces, placeDependencies } from './place-dependencies.ts'
import { suggestName } from './suggest-name.ts'
import { nameLine } from '../source/locate-line.ts'

/**
 * Finds the errors in a plan's ids, references, paths and steps. `skipped`: lines that were not read, which
 * may be the phases that references name.
 *
 * Issues are grouped by check, each group in plan order. `resolveGraph` finds cycles of phases and wrong
 * claims of `Parallel With`.
 */
export const validatePlan = (
  plan: Plan,
  skipped: Parameters<typeof placeDependencies>[1] = [],
): PlanIssue[] => {
  const issues: PlanIssue[] = []
  const name: NameLine = (line) => nameLine(plan, line)
  let lines: string[] | undefined
  const report: ReportIssue = (line, code, message, name, last, severity = 'error') => {
    lines ??= plan.source.split('\n')
    const column = findColumn(lines[line - 1] ?? '', name, last)
    issues.push({ severity, code, message, line, column })
  }
  if (plan.phases.length === 0) report(1, 'NO_PHASES', 'The plan has no phases.')
  if (plan.trackerId !== undefined && !trackerForm.test(plan.trackerId)) {
    report(
      1,
      'ID_INVALID',
      `The tracker id ${quote(plan.trackerId)} is invalid: use at most 64 letters, digits, ".", "_" and "-".`,
    )
  }
  checkIds('phase', plan.phases, report, name)
  const subtasks = plan.phases.flatMap((phase) => phase.subtasks)
  checkIds('subtask', subtasks, report, name)
  // A step that is its whole subtask shares its id: one finding is enough.
  checkIds(
    'step',
    subtasks.flatMap(({ id, steps }) => steps.filter((step) => step.id !== id)),
    report,
    name,
  )
  const places = placeDependencies(plan, skipped)
  checkPhases(plan.phases, report, places)
  checkSubtasks(plan.phases, report, places, name)
  checkSteps(plan.phases, report)
  checkAcceptance(plan.phases, report)
  return issues
}

const checkPhases = (
  phases: readonly Phase[],
  report: ReportIssue,
  { locate, explain }: DependencyPlaces,
): void => {
  const ids = new Set(phases.map((phase) => phase.id))
  const repeated = repeatedOf(phases)
  const suggest = suggestName(ids)
  for (const phase of phases) {
    for (const id of new Set(phase.dependsOn)) {
      if (repeated.has(id)) continue
      if (id === phase.id) {
        report(locate(phase.line, id), 'DEPENDENCY_SELF', `Phase ${phase.id} depends on itself.`, id, true)
      } else if (!ids.has(id)) {
        report(
          locate(phase.line, id),
          'DEPENDENCY_UNKNOWN',
          `Phase ${phase.id} depends on ${quote(id)}, which is not a phase of this plan.${explain(id) || suggest(id, phase.id)}`,
          id,
          true,
        )
      }
    }
    for (const id of new Set(phase.conflictsWith)) {
      if (ids.has(id) && id !== phase.id) continue
      const message = `Phase ${phase.id} conflicts with ${quote(id)}, which is not another phase of this plan, so that has no effect.${suggest(id, phase.id)}`
      report(phase.line, 'DEPENDENCY_UNKNOWN', message, id, true, 'warning')
    }
    if (phase.estimate !== undefined && !(Number.isFinite(phase.estimate) && phase.estimate >= 0)) {
      report(
        phase.line,
        'ESTIMATE_INVALID',
        `The estimate of phase ${phase.id} must be a number of at least 0, not ${phase.estimate}.`,
      )
    }
    for (const path of withoutSteps(phase.files, phase.subtasks))
      checkHint(path, `Phase ${phase.id}`, phase.line, report)
  }
}

/** Returns the ids that occur twice, which is an error: nobody knows which one a dependency means. */
const repeatedOf = (items: readonly { id: string }[]): Set<string> => {
  const seen = new Set<string>()
  return new Set(items.flatMap(({ id }) => (seen.has(id) ? [id] : (seen.add(id), []))))
}

/** The paths that no step writes: that step's line is the one to correct. */
const withoutSteps = (files: readonly string[], subtasks: readonly Subtask[]): string[] => {
  const written = new Set(
    subtasks.flatMap(({ steps }) => steps.map(({ action, filePath }) => action === 'code' && filePath)),
  )
  return files.filter((path) => !written.has(path))
}

const isFinished = ({ status }: Subtask): boolean => status === 'done' || status === 'skipped'

const checkSubtasks = (
  phases: readonly Phase[],
  report: ReportIssue,
  { locate, explain }: DependencyPlaces,
  name: NameLine,
): void => {
  const all = phases.flatMap((phase) => phase.subtasks)
  const ids = new Set(all.map((subtask) => subtask.id))
  const repeated = repeatedOf(all)
  const suggest = suggestName(ids)
  for (const phase of phases) {
    const finished = new Set(phase.subtasks.filter(isFinished).map(({ id }) => id))
    const withoutPast = (subtask: Subtask): Subtask =>
      finished.has(subtask.id)
        ? { ...subtask, dependsOn: subtask.dependsOn.filter((id) => !finished.has(id)) }
        : subtask
    for (const subtask of phase.subtasks) {
      for (const id of new Set(subtask.dependsOn)) {
        if (repeated.has(id)) continue
        if (id === subtask.id) {
          report(
            locate(subtask.line, id),
            'DEPENDENCY_SELF',
            `Subtask ${subtask.id} depends on itself.`,
            id,
            true,
          )
        } else if (!ids.has(id)) {
          report(
            locate(subtask.line, id),
            'DEPENDENCY_UNKNOWN',
            `Subtask ${subtask.id} depends on ${quote(id)}, which is not a subtask of this plan.${explain(id) || suggest(id, subtask.id)}`,
            id,
            true,
          )
        }
      }
      for (const path of withoutSteps(subtask.files, [subtask]))
        checkHint(path, `Subtask ${subtask.id}`, subtask.line, report)
    }
    const past = findKnot(phase.subtasks.filter(isFinished))
    const knot = findKnot(past ? phase.subtasks.map(withoutPast) : phase.subtasks) ?? past
    if (knot) {
      const isPast = knot === past
      report(
        knot[0]?.line ?? phase.line,
        'SUBTASK_CYCLE',
        `These subtasks of phase ${phase.id} depend on each other, ${isPast ? 'but all are finished' : 'so none can start'}: ` +
          `${knot.map((subtask) => `${subtask.id} (${name(subtask.line)})`).join(', ')}.`,
        undefined,
        undefined,
        isPast ? 'warning' : 'error',
      )
    }
  }
}
