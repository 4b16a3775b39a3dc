import type { PlanIssue } from '@amelia/core/plugin'
import { type DocumentNode, type MapNode, valueOf } from '@amelia/markdown'

const mostKeys = 8

/**
 * Returns the issue of a plan whose batches and steps have none of the keys that make up work in this format,
 * so that one message replaces two for each step.
 */
export const findOtherShape = (root: DocumentNode): PlanIssue | undefined => {
  const batches = itemsOf(valueOf(root, 'batches'))
  const steps = batches.flatMap((batch) => itemsOf(valueOf(batch, 'steps')))
  const isOwn =
    steps.some((step) => step.entries.has('action_type') || step.entries.has('id')) ||
    batches.some(({ entries }) => entries.has('subtasks') || entries.has('body'))
  const first = steps[0] ?? batches[0]
  if (isOwn || !first || batches.length + steps.length < 3) return undefined
  const keys = [...first.entries.keys()].slice(0, mostKeys).map((key) => JSON.stringify(key.slice(0, 40)))
  const message = `The ${steps.length > 0 ? 'steps' : 'batches'} do not have the shape of this format: expected "batches": [{ "batch_number": 1, "steps": [{ "id": "1.1", "action_type": "code", "file_path": "...", "code_change": "..." }] }]. The first has the keys ${keys.join(', ')}.`
  const { line, column } = first
  return { severity: 'error', code: 'PLAN_SCHEMA', message, line, column }
}

const itemsOf = (node: DocumentNode | undefined): MapNode[] =>
  node?.kind === 'list' ? node.items.filter((item) => item.kind === 'map') : []
