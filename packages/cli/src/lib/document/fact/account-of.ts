import type { PlanCheck } from '@amelia/core'
import type { PlanReading } from '@amelia/core/plugin'
import { accountFor, readOutline } from '@amelia/markdown'

/** The parts of a plan's text that were read, and those that were not. */
export interface Account {
  /** Says how phases without declared dependencies are ordered; empty if nothing was read. */
  rule: string
  phases: number
  subtasks: number
  boxes: number
  criteria: number
  context: { line: number; text: string }[]
  skipped: { line: number; text: string }[]
  notes: { line: number; text: string }[]
}

/** Accounts for the text of a plan. Of a text that is one phase, every part is read. */
export const accountOf = ({ plan, format, reading }: PlanCheck): Account => {
  const phases = plan?.phases ?? []
  const {
    rule,
    boxes,
    criteria,
    context,
    skipped,
    notes = [],
  }: PlanReading = reading ?? (plan && format === 'single' ? readWhole(plan.source) : { ...none, rule: '' })
  return {
    rule,
    phases: phases.length,
    subtasks: phases.reduce((sum, phase) => sum + phase.subtasks.length, 0),
    ...{ boxes, criteria, context, skipped, notes },
  }
}

const none = { boxes: 0, criteria: 0, context: [], skipped: [] }

const readWhole = (source: string) => {
  const outline = readOutline(source)
  const rule = 'one phase: the full text'
  return accountFor({ outline, phases: [], read: [[1, outline.lines.length]], front: 'text', rule }).reading
}

/** Describes the account in one line: `2 phases, 5 boxes; 3 criteria, 1 part of context; 2 skipped`. */
export const describeAccount = (account: Account): string => {
  const { phases, subtasks, boxes, criteria, context, skipped } = account
  const read = [
    count(phases, 'phase', 'phases'),
    ...(subtasks === 0 ? [] : [count(subtasks, 'subtask', 'subtasks')]),
    ...(boxes === 0 ? [] : [count(boxes, 'box', 'boxes')]),
  ]
  const beside = [
    ...(criteria === 0 ? [] : [count(criteria, 'criterion', 'criteria')]),
    ...(context.length === 0 ? [] : [count(context.length, 'part of context', 'parts of context')]),
  ]
  // Without an account of the text it is unknown whether anything was skipped.
  const none = account.rule === '' ? [] : ['nothing skipped']
  return [read, beside, skipped.length === 0 ? none : [`${skipped.length} skipped`]]
    .filter((parts) => parts.length > 0)
    .map((parts) => parts.join(', '))
    .join('; ')
}

const count = (amount: number, one: string, several: string): string =>
  `${amount} ${amount === 1 ? one : several}`
