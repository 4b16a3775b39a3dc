import { checkId } from './check-id.ts'
import { checkPath } from './check-path.ts'
import { findColumn } from '../text/find-column.ts'
import { nearestName } from '../text/nearest-name.ts'
import type { PlanIssue, PlanIssueCode } from './plan-issue.ts'
import type { Phase, Plan, Step, Subtask } from './plan-schema.ts'
import { codePoints, quoteText as quote } from '../text/quote-text.ts'
import { skeletonOf } from './skeleton-of.ts'
import { splitCommand } from './split-command.ts'

/** A wrong name is compared with all others: only so often that a broken plan stays linear. */
const createNearest = (ids: ReadonlySet<string>): ((id: string, own: string) => string) => {
  let left = Math.min(Math.max(Math.floor(20_000 / (ids.size + 1)), 1), 50)
  return (id, own) => {
    const near = left-- > 0 ? nearestName(id, others(ids, own)) : undefined
    return near === undefined ? '' : ` Did you mean ${quote(near)}?`
  }
}

/** Reports a finding; `name` is what its line says it about, looked for from the end where `last`. */
type Report = (line: number, code: PlanIssueCode, message: string, name?: string, last?: boolean) => void

/**
 * What keeps a plan from running, apart from its cycles: ids, references, paths and steps.
 *
 * Issues come in the order of the plan. Claims of `Parallel With` and cycles of phases are found with the graph.
 */
export const validatePlan = (plan: Plan): PlanIssue[] => {
  const issues: PlanIssue[] = []
  let lines: string[] | undefined
  const report: Report = (line, code, message, name, last) => {
    lines ??= plan.source.split('\n')
    const column = findColumn(lines[line - 1] ?? '', name, last)
    issues.push({ severity: 'error', code, message, line, column })
  }
  if (plan.phases.length === 0) report(1, 'NO_PHASES', 'The plan has no phases.')
  if (plan.trackerId !== undefined && !/^[\w#][\w.#-]{0,99}$/.test(plan.trackerId)) {
    report(
      1,
      'ID_INVALID',
      `The tracker id ${quote(plan.trackerId)} may hold letters, digits, ".", "_", "-" and "#".`,
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
  return issues
}

const checkIds = (kind: string, items: readonly { id: string; line: number }[], report: Report): void => {
  const seen = new Map<string, { id: string; line: number }>()
  const looks = new Map<string, { id: string; line: number }>()
  for (const { id, line } of items) {
    const problem = checkId(id)
    if (problem !== undefined)
      report(line, 'ID_INVALID', `The ${kind} id ${quote(id)} cannot be used: ${problem}.`, id)
    const folded = id.normalize('NFC').toLowerCase()
    const before = seen.get(folded)
    if (before) {
      const same = before.id === id
      report(
        line,
        'ID_DUPLICATE',
        same
          ? `The ${kind} id ${quote(id)} is on line ${before.line} and on line ${line}. Give one of them another id.`
          : `The ${kind} ids ${quote(before.id)} (line ${before.line}) and ${quote(id)} (line ${line}) differ in case only.`,
        id,
      )
      continue
    }
    seen.set(folded, { id, line })
    const look = skeletonOf(folded)
    const alike = looks.get(look)
    if (alike) {
      report(
        line,
        'ID_INVALID',
        `The ${kind} ids of line ${alike.line} and line ${line} look alike and are not: ` +
          `${codePoints(alike.id)} and ${codePoints(id)}.`,
        id,
      )
    } else looks.set(look, { id, line })
  }
}

const checkPhases = (phases: readonly Phase[], report: Report): void => {
  const ids = new Set(phases.map((phase) => phase.id))
  const suggest = createNearest(ids)
  for (const phase of phases) {
    for (const id of new Set(phase.dependsOn)) {
      if (id === phase.id) {
        report(phase.line, 'DEPENDENCY_SELF', `Phase ${phase.id} depends on itself.`, id, true)
      } else if (!ids.has(id)) {
        report(
          phase.line,
          'DEPENDENCY_UNKNOWN',
          `Phase ${phase.id} depends on ${quote(id)}, which is no phase of this plan.${suggest(id, phase.id)}`,
          id,
          true,
        )
      }
    }
    if (phase.estimate !== undefined && !(Number.isFinite(phase.estimate) && phase.estimate >= 0)) {
      report(phase.line, 'ESTIMATE_INVALID', `The estimate of phase ${phase.id} is no amount.`)
    }
    for (const path of phase.files) checkFile(path, `Phase ${phase.id}`, phase.line, report)
  }
}

const checkSubtasks = (phases: readonly Phase[], report: Report): void => {
  const ids = new Set(phases.flatMap((phase) => phase.subtasks.map((subtask) => subtask.id)))
  const suggest = createNearest(ids)
  for (const phase of phases) {
    for (const subtask of phase.subtasks) {
      for (const id of new Set(subtask.dependsOn)) {
        if (id === subtask.id) {
          report(subtask.line, 'DEPENDENCY_SELF', `Subtask ${subtask.id} depends on itself.`, id, true)
        } else if (!ids.has(id)) {
          report(
            subtask.line,
            'DEPENDENCY_UNKNOWN',
            `Subtask ${subtask.id} depends on ${quote(id)}, which is no subtask of this plan.${suggest(id, subtask.id)}`,
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
        `These subtasks of phase ${phase.id} wait for each other, so none can start: ` +
          `${knot.map((subtask) => `${subtask.id} (line ${subtask.line})`).join(', ')}.`,
      )
    }
  }
}

/** Subtasks of one phase that are left when all that can start has started: a circle and what waits for it. */
const findKnot = (subtasks: readonly Subtask[]): Subtask[] | undefined => {
  if (subtasks.every((subtask) => subtask.dependsOn.length === 0)) return undefined
  const byId = new Map(subtasks.map((subtask) => [subtask.id, subtask]))
  const missing = new Map<string, number>()
  const dependents = new Map<string, string[]>()
  for (const subtask of subtasks) {
    const inside = [...new Set(subtask.dependsOn)].filter((id) => id !== subtask.id && byId.has(id))
    missing.set(subtask.id, inside.length)
    for (const id of inside) {
      const list = dependents.get(id)
      if (list) list.push(subtask.id)
      else dependents.set(id, [subtask.id])
    }
  }
  const ready = [...missing].filter(([, count]) => count === 0).map(([id]) => id)
  for (const id of ready) {
    missing.delete(id)
    for (const dependent of dependents.get(id) ?? []) {
      const left = (missing.get(dependent) ?? 0) - 1
      missing.set(dependent, left)
      if (left === 0) ready.push(dependent)
    }
  }
  return missing.size === 0 ? undefined : subtasks.filter((subtask) => missing.has(subtask.id)).slice(0, 12)
}

const checkSteps = (phases: readonly Phase[], report: Report): void => {
  const ids = new Set(
    phases.flatMap(({ subtasks }) => subtasks.flatMap(({ steps }) => steps.map(({ id }) => id))),
  )
  const suggest = createNearest(ids)
  for (const phase of phases) {
    for (const step of phase.subtasks.flatMap((subtask) => subtask.steps)) {
      checkAction(step, report)
      if (step.cwd !== undefined && step.cwd !== '.' && step.cwd !== './') {
        const checked = checkPath(step.cwd)
        if ('problem' in checked) {
          report(
            step.line,
            'PATH_UNSAFE',
            `Step ${step.id}: the folder ${quote(step.cwd)} is refused: ${checked.problem}.`,
          )
        }
      }
      for (const id of step.validatesStep === undefined
        ? step.dependsOn
        : [...step.dependsOn, step.validatesStep]) {
        if (id === step.id) report(step.line, 'STEP_INVALID', `Step ${step.id} refers to itself.`)
        else if (!ids.has(id)) {
          report(
            step.line,
            'STEP_INVALID',
            `Step ${step.id} names ${quote(id)}, which is no step of this plan.${suggest(id, step.id)}`,
          )
        }
      }
    }
  }
}

const checkAction = (step: Step, report: Report): void => {
  const lacks = (what: string): void =>
    report(step.line, 'STEP_INVALID', `Step ${step.id} has the action ${step.action} and no ${what}.`)
  const { action, filePath } = step
  if (action === 'code') {
    if (filePath === undefined || filePath === '') lacks('file')
    else checkFile(filePath, `Step ${step.id}`, step.line, report)
    if (step.codeChange === undefined) lacks('content')
  }
  if (action === 'command' && (step.command ?? '').trim() === '') lacks('command')
  if (action === 'validation' && (step.validationCommand ?? step.command ?? '').trim() === '') {
    lacks('validation command')
  }
  if (step.shell) return
  for (const command of [step.command, step.validationCommand, ...step.fallbackCommands]) {
    if (command === undefined) continue
    const { shellSyntax, unclosed } = splitCommand(command)
    if (unclosed !== undefined) {
      report(step.line, 'STEP_INVALID', `Step ${step.id}: the command ends inside a ${unclosed}.`)
    } else if (shellSyntax !== undefined) {
      report(
        step.line,
        'COMMAND_NEEDS_SHELL',
        `Step ${step.id}: only a shell understands ${quote(shellSyntax)}, and commands go to none by themselves. ` +
          'Quote it, or let the step say that it wants a shell.',
      )
    }
  }
}

const checkFile = (path: string, owner: string, line: number, report: Report): void => {
  const checked = checkPath(path)
  if ('problem' in checked) {
    report(line, 'PATH_UNSAFE', `${owner}: the path ${quote(path)} is refused: ${checked.problem}.`, path)
  }
}

function* others(ids: Iterable<string>, own: string): Iterable<string> {
  for (const id of ids) if (id !== own) yield id
}
