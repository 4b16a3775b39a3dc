import {
  defineParser,
  type PhaseDraft,
  type PlanIssue,
  type PlanParserV1,
  type Risk,
  type StepDraft,
  type SubtaskDraft,
  type SubtaskType,
} from '@amelia/core/plugin'
import { type DocumentNode, readJson, readYaml } from '@amelia/markdown'
import { openRecord } from './open-record.ts'
import { readStepNode } from './read-step-node.ts'
import { writeExecutionPlan } from './write-execution-plan.ts'

const rootKeys = [
  'goal',
  'batches',
  'total_estimated_minutes',
  'tdd_approach',
  'title',
  'tracker_id',
] as const
const batchKeys = [
  'batch_number',
  'steps',
  'risk_summary',
  'description',
  'priority',
  'empty_ok',
  'agent',
  'model',
] as const

/**
 * Creates a parser for batches of steps, in YAML or JSON.
 *
 * A batch is a phase that depends on the one before it; a step is a subtask with one step. Unknown keys are
 * reported as warnings. The values of steps are validated with the plan, not here.
 */
export const executionPlan = (): PlanParserV1 =>
  defineParser({
    id: 'execution-plan',
    detect: (source) => detect(normalize(source)),
    parse,
    write: (plan) => writeExecutionPlan(plan, parse),
  })

const parse: PlanParserV1['parse'] = (source) => {
  const text = normalize(source)
  const { node, issues } = text.trimStart().startsWith('{') ? readJson(text) : readYaml(text)
  if (!node) return { issues }
  const root = openRecord(node, rootKeys, 'The plan', issues)
  if (!root) return { issues }
  const batches = root.list('batches')
  const goal = root.text('goal')
  if (goal === undefined) root.report('goal', 'PLAN_SCHEMA', 'it has no "goal".')
  const phases: PhaseDraft[] = []
  batches?.items.forEach((item, index) => {
    const phase = readBatch(item, index, phases.at(-1)?.id, issues)
    if (phase) phases.push(phase)
  })
  if (phases.length === 0) {
    root.report('batches', 'NO_PHASES', 'it has no "batches", a list of objects with "steps".')
    return { issues }
  }
  checkOrder(phases, issues)
  const totalMinutes = root.amount('total_estimated_minutes')
  const minutes = phases.reduce((sum, { estimate = 0 }) => sum + estimate, 0)
  if (totalMinutes !== undefined && Math.abs(totalMinutes - minutes) > 1e-9) {
    const message = `"total_estimated_minutes" is ${totalMinutes}, but the steps add up to ${Number(minutes.toFixed(2))} minutes.`
    root.report('total_estimated_minutes', 'ESTIMATE_INVALID', message, 'warning')
  }
  const title = root.text('title') ?? goal ?? ''
  const trackerId = root.text('tracker_id')
  const tddApproach = root.flag('tdd_approach')
  const steps = phases.flatMap(({ subtasks = [] }) => subtasks.flatMap((subtask) => subtask.steps ?? []))
  if (tddApproach && steps.some(({ action }) => action === 'code') && !steps.some((step) => step.isTestStep))
    root.report('tdd_approach', 'TDD_VIOLATION', 'no step is marked with "is_test_step".', 'warning')
  return {
    plan: {
      goal: goal ?? '',
      title,
      phases,
      ...(trackerId !== undefined && { trackerId }),
      ...(tddApproach !== undefined && { tddApproach }),
      ...(totalMinutes !== undefined && { totalMinutes }),
    },
    issues,
  }
}

const normalize = (source: string): string => {
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source
  return text.includes('\r') ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text
}

const detect = (text: string): number => {
  const start = firstLine(text)
  if (start.startsWith('{')) {
    if (text.includes('"batches"')) return 0.95
    return text.includes('"goal"') && text.includes('"steps"') ? 0.4 : 0
  }
  const colon = start.indexOf(':')
  const key = colon < 0 ? '' : start.slice(0, colon).trim().replaceAll('"', '')
  if (!rootKeys.some((known) => known === key)) return 0
  if (key === 'batches' || text.includes('\nbatches:') || text.includes('\n"batches":')) return 0.95
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

const readBatch = (
  node: DocumentNode,
  index: number,
  before: string | undefined,
  issues: PlanIssue[],
): PhaseDraft | undefined => {
  const record = openRecord(node, batchKeys, `Batch ${index + 1}`, issues)
  if (!record) return undefined
  const id = String(record.integer('batch_number') ?? index + 1)
  const steps = (record.list('steps')?.items ?? []).flatMap(
    (item, at) => readStepNode(item, `Step ${at + 1} of batch ${id}`, `${id}.${at + 1}`, issues) ?? [],
  )
  if (steps.length === 0) record.report('steps', 'STEP_INVALID', 'it has no "steps".')
  const description = record.text('description')?.trim()
  const summary = record.choice('risk_summary', ['low', 'medium', 'high'])
  const priority = record.integer('priority')
  const emptyOk = record.flag('empty_ok')
  const [agent, model] = [record.text('agent'), record.text('model')]
  const validated = new Set(steps.flatMap((step) => step.validatesStep ?? []))
  const inside = new Set(steps.map((step) => step.id))
  return {
    id,
    title: description ? description : `Batch ${id}`,
    dependsOn: before === undefined ? [] : [before],
    files: [...new Set(steps.flatMap((step) => step.filePath ?? []))],
    ...(priority !== undefined && { priority }),
    ...(emptyOk !== undefined && { emptyOk }),
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model }),
    estimate: steps.reduce((sum, step) => sum + (step.estimatedMinutes ?? 2), 0),
    risk: highest([summary ?? 'low', ...steps.map((step) => step.risk ?? 'medium')]),
    subtasks: steps.map((step): SubtaskDraft => {
      const type = typeOf(step, validated)
      return {
        id: step.id,
        title: step.description ? step.description : `Step ${step.id}`,
        ...(type && { type }),
        dependsOn: (step.dependsOn ?? []).filter((other) => inside.has(other)),
        files: step.filePath === undefined ? [] : [step.filePath],
        steps: [step],
        line: step.line ?? record.line,
      }
    }),
    line: record.line,
  }
}

/**
 * Infers the type of a step. A code step is an implementation if a test is linked to it, in either direction.
 */
const typeOf = (step: StepDraft, validated: ReadonlySet<string>): SubtaskType | undefined => {
  if (step.isTestStep) return 'test'
  return step.action === 'code' && (validated.has(step.id) || step.validatesStep !== undefined)
    ? 'impl'
    : undefined
}

const order: Record<Risk, number> = { low: 0, medium: 1, high: 2 }

/** Returns the highest of several risks, so that a summary cannot lower the risk of a step. */
const highest = (risks: Risk[]): Risk =>
  risks.reduce((one, other) => (order[other] > order[one] ? other : one), 'low')

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
