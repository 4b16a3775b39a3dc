import type { PlanIssue, SubtaskDraft } from '@amelia/core/plugin'
import type { DocumentNode } from '@amelia/markdown'
import { keysOf, subtaskShape } from './execution-plan-schema.ts'
import { openRecord } from './open-record.ts'
import { readStatus } from './read-status.ts'
import { readStepNode } from './read-step-node.ts'
import { withoutAbsent } from './without-absent.ts'

const keys = keysOf(subtaskShape)

/** Reads one subtask of a batch. Without an id, it gets `fallbackId`, and this is reported. */
export const readSubtaskNode = (
  node: DocumentNode,
  what: string,
  fallbackId: string,
  issues: PlanIssue[],
): SubtaskDraft | undefined => {
  const record = openRecord(node, keys, what, issues)
  if (!record) return undefined
  const id = record.text('id')
  if (id === undefined) record.report('id', 'PLAN_SCHEMA', 'it has no "id".')
  const title = record.text('title')?.trim()
  if (!title) record.report('title', 'PLAN_SCHEMA', 'it has no "title".')
  const own = id ?? fallbackId
  const steps = (record.list('steps')?.items ?? []).flatMap(
    (item, at) =>
      readStepNode(item, `Step ${at + 1} of subtask ${own}`, `${own}.${at + 1}`, issues, 'subtask')?.step ??
      [],
  )
  return withoutAbsent({
    id: own,
    title: title ? title : own,
    body: record.text('body'),
    type: record.choice('type', ['test', 'impl', 'refactor', 'other']),
    dependsOn: record.texts('depends_on'),
    files: record.has('files')
      ? record.texts('files')
      : [...new Set(steps.flatMap((step) => step.filePath ?? []))],
    status: readStatus(record),
    steps,
    line: record.line,
  })
}
