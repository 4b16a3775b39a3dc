import {
  defineParser,
  type PhaseDraft,
  type PlanIssue,
  type PlanParserV1,
  type SkippedLine,
} from '@amelia/core/plugin'
import { accountForData, findDataMarks, firstSign, normalizeText, readJson, readYaml } from '@amelia/markdown'
import { keysOf, planShape } from './execution-plan-schema.ts'
import { findHiddenItems } from './find-hidden-items.ts'
import { findOtherShape } from './find-other-shape.ts'
import { openRecord } from './open-record.ts'
import { minutesOf, readBatchNode } from './read-batch-node.ts'
import { typeSteps } from './type-steps.ts'
import { writeExecutionPlan } from './write-execution-plan.ts'

const rootKeys = keysOf(planShape)

/**
 * Creates a parser for batches of steps, in YAML or JSON.
 *
 * A batch is a phase that depends on the one before it, unless it states dependencies; a step is a subtask
 * with one step. Unknown keys are reported as warnings. The values of steps are validated with the plan, not
 * here.
 */
export const executionPlan = (): PlanParserV1 =>
  defineParser({
    id: 'execution-plan',
    detect: (source) => detect(normalizeText(source)),
    parse,
    write: (plan) => writeExecutionPlan(plan, parse),
    findMarks: findDataMarks,
  })

const parse: PlanParserV1['parse'] = (source) => {
  const { node, issues } = firstSign(source) === '{' ? readJson(source) : readYaml(source)
  if (!node) return { issues }
  const other = findOtherShape(node)
  if (other) return { issues: [...issues, other] }
  const root = openRecord(node, rootKeys, 'The plan', issues)
  if (!root) return { issues }
  const batches = root.list('batches')
  const goal = root.text('goal')
  if (goal === undefined) root.report('goal', 'PLAN_SCHEMA', 'it has no "goal".')
  const read: PhaseDraft[] = []
  batches?.items.forEach((item, index) => {
    const phase = readBatchNode(item, index, read.at(-1)?.id, issues)
    if (phase) read.push(phase)
  })
  const phases = typeSteps(read)
  if (phases.length === 0) {
    root.report('batches', 'NO_PHASES', 'it has no "batches", a list of objects with "steps".')
    return { issues }
  }
  checkOrder(phases, issues)
  const totalMinutes = root.amount('total_estimated_minutes')
  const steps = phases.flatMap(({ subtasks = [] }) => subtasks.flatMap((subtask) => subtask.steps ?? []))
  const minutes = minutesOf(steps)
  if (totalMinutes !== undefined && Math.abs(totalMinutes - minutes) > 1e-9) {
    const message = `"total_estimated_minutes" is ${totalMinutes}, but the steps add up to ${Number(minutes.toFixed(2))} minutes.`
    root.report('total_estimated_minutes', 'ESTIMATE_INVALID', message, 'warning')
  }
  const title = root.text('title') ?? goal ?? ''
  const trackerId = root.text('tracker_id')
  const meta = root.record('meta')
  const tddApproach = root.flag('tdd_approach')
  if (tddApproach && steps.some(({ action }) => action === 'code') && !steps.some((step) => step.isTestStep))
    root.report('tdd_approach', 'TDD_VIOLATION', 'no step is marked with "is_test_step".', 'warning')
  const hidden = firstSign(source) === '{' ? [] : findHiddenItems(normalizeText(source), phases)
  const account = accountForData({ root: node, phases, rule, beside: ['$schema'], issues })
  return {
    plan: {
      goal: goal ?? '',
      title,
      phases,
      ...(trackerId !== undefined && { trackerId }),
      ...(tddApproach !== undefined && { tddApproach }),
      ...(totalMinutes !== undefined && { totalMinutes }),
      ...(meta && { meta }),
    },
    issues: [...issues, ...hidden.map(reportHidden), ...account.issues],
    reading: { ...account.reading, skipped: [...account.reading.skipped, ...hidden] },
  }
}

const reportHidden = ({ line, text }: SkippedLine): PlanIssue => {
  const message = `The comment begins as work that the plan does not have: ${JSON.stringify(text)}.`
  return { severity: 'warning', code: 'CONTENT_SKIPPED', message, line, column: 1 }
}

const rule = 'each batch waits for the one before it, unless it has "depends_on"'

const detect = (text: string): number => {
  const start = firstLine(text)
  if (start.startsWith('{')) {
    if (text.includes('"batches"')) return 1
    return text.includes('"goal"') && text.includes('"steps"') ? 0.4 : 0
  }
  const colon = start.indexOf(':')
  const key = colon < 0 ? '' : start.slice(0, colon).trim().replaceAll('"', '')
  if (!rootKeys.some((known) => known === key)) return 0
  if (key === 'batches' || text.includes('\nbatches:') || text.includes('\n"batches":')) return 1
  return key === 'goal' && text.includes('steps:') ? 0.4 : 0
}

/** Returns the first line that is neither a comment nor the start mark of a document. */
const firstLine = (text: string): string => {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end < 0 ? text.length : end).trim()
    if (line !== '' && line !== '---' && !line.startsWith('#') && !line.startsWith('%')) return line
    if (end < 0) break
    from = end + 1
  }
  return ''
}

/** Reports dependencies on later steps, because steps run in the order of the text. */
const checkOrder = (phases: PhaseDraft[], issues: PlanIssue[]): void => {
  const places = new Map<string, number>()
  const steps = phases.flatMap((phase) => (phase.subtasks ?? []).flatMap((subtask) => subtask.steps ?? []))
  steps.forEach((step, index) => {
    if (!places.has(step.id)) places.set(step.id, index)
  })
  steps.forEach((step, index) => {
    for (const id of step.dependsOn ?? []) {
      const place = places.get(id)
      if (place === undefined || place <= index) continue
      const message = `Step ${step.id} depends on ${id} (line ${steps[place]?.line ?? 1}), which comes after it.`
      issues.push({ severity: 'error', code: 'STEP_INVALID', message, line: step.line ?? 1, column: 1 })
    }
  })
}
