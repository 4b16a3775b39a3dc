import type {
  AcceptanceDraft,
  PhaseDraft,
  PlanIssue,
  Risk,
  StepDraft,
  SubtaskDraft,
} from '@amelia/core/plugin'
import type { DocumentNode } from '@amelia/markdown'
import { batchShape, checkShape, keysOf } from './execution-plan-schema.ts'
import { type OpenRecord, openRecord } from './open-record.ts'
import { readStatus } from './read-status.ts'
import { readStepNode } from './read-step-node.ts'
import { readSubtaskNode } from './read-subtask-node.ts'
import { withoutAbsent } from './without-absent.ts'

const keys = keysOf(batchShape)
const risks = ['low', 'medium', 'high'] as const

/**
 * Reads a batch with `steps`, each of which is a subtask, or with `subtasks`, or with a `body` alone. The
 * batch depends on the one `before` it, unless it states dependencies.
 */
export const readBatchNode = (
  node: DocumentNode,
  index: number,
  before: string | undefined,
  issues: PlanIssue[],
): PhaseDraft | undefined => {
  const record = openRecord(node, keys, `Batch ${index + 1}`, issues)
  if (!record) return undefined
  const number = record.integer('batch_number')
  const id = record.text('id')?.trim() || String(number ?? index + 1)
  const body = record.text('body') ?? ''
  const listed = record
    .list('subtasks')
    ?.items.flatMap(
      (item, at) =>
        readSubtaskNode(item, `Subtask ${at + 1} of batch ${id}`, `${id}.${at + 1}`, issues) ?? [],
    )
  const read = readSteps(record, id, issues)
  if (read.length === 0 && listed === undefined && body === '')
    record.report('steps', 'STEP_INVALID', 'it has no "steps".')
  const steps = read.map(({ step }) => step)
  const subtasks = [...read.map(({ subtask }) => subtask), ...(listed ?? [])]
  const summary = record.choice('risk_summary', risks)
  const derived =
    steps.length === 0 ? summary : highest([summary ?? 'low', ...steps.map((step) => step.risk ?? 'medium')])
  const isDone = subtasks.length > 0 && subtasks.every(({ status }) => status === 'done')
  const description = record.text('description')?.trim()
  const acceptance = readAcceptance(record, id, issues)
  return withoutAbsent({
    id,
    title: description ? description : `Batch ${id}`,
    body: body === '' ? undefined : body,
    dependsOn: record.has('depends_on') ? record.texts('depends_on') : before === undefined ? [] : [before],
    parallelWith: record.has('parallel_with') ? record.texts('parallel_with') : undefined,
    conflictsWith: record.has('conflicts_with') ? record.texts('conflicts_with') : undefined,
    files: record.has('files')
      ? record.texts('files')
      : [...new Set(subtasks.flatMap(({ files = [] }) => files))],
    priority: record.integer('priority'),
    emptyOk: record.flag('empty_ok'),
    agent: record.text('agent'),
    model: record.text('model'),
    queue: record.text('queue'),
    status: readStatus(record) ?? (isDone ? ('done' as const) : undefined),
    estimate: record.amount('estimate') ?? (steps.length === 0 ? undefined : minutesOf(steps)),
    risk: record.choice('risk_level', risks) ?? derived,
    subtasks,
    acceptance: acceptance.length === 0 ? undefined : acceptance,
    meta: record.record('meta'),
    line: record.line,
  })
}

/** Returns the minutes of steps; a step without an estimate takes two. */
export const minutesOf = (steps: readonly StepDraft[]): number =>
  steps.reduce((sum, step) => sum + (step.estimatedMinutes ?? 2), 0)

type Batch = OpenRecord<keyof typeof batchShape>

const readSteps = (
  record: Batch,
  id: string,
  issues: PlanIssue[],
): { step: StepDraft; subtask: SubtaskDraft }[] => {
  const read = (record.list('steps')?.items ?? []).flatMap((item, at) => {
    const found = readStepNode(item, `Step ${at + 1} of batch ${id}`, `${id}.${at + 1}`, issues)
    return found ? [found] : []
  })
  const inside = new Set(read.map(({ step }) => step.id))
  return read.map(({ step, status }) => ({
    step,
    subtask: {
      id: step.id,
      title: step.description ? step.description : `Step ${step.id}`,
      dependsOn: (step.dependsOn ?? []).filter((other) => inside.has(other)),
      files: step.filePath === undefined ? [] : [step.filePath],
      ...(status && { status }),
      steps: [step],
      line: step.line ?? record.line,
    },
  }))
}

const order: Record<Risk, number> = { low: 0, medium: 1, high: 2 }

/** Returns the highest of several risks, so that a summary cannot lower the risk of a step. */
const highest = (all: Risk[]): Risk =>
  all.reduce((one, other) => (order[other] > order[one] ? other : one), 'low')

const checkKeys = keysOf(checkShape)

const readAcceptance = (record: Batch, id: string, issues: PlanIssue[]): AcceptanceDraft[] =>
  (record.list('acceptance')?.items ?? []).flatMap((item, at) => {
    const check = openRecord(item, checkKeys, `Acceptance check ${at + 1} of batch ${id}`, issues)
    if (!check) return []
    const command = check.text('command')
    if (command === undefined) check.report('command', 'PLAN_SCHEMA', 'it has no "command".')
    return withoutAbsent({
      command: command ?? '',
      cwd: check.text('cwd'),
      expectExitCode: check.integerOr('expect_exit_code', 'fail'),
      expectedOutputPattern: check.text('expected_output_pattern'),
      line: check.line,
    })
  })
