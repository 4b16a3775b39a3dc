import { higherRisk } from '../../plan/field/higher-risk.ts'
import type { Phase } from '../../plan/model/phase.ts'
import type { Step } from '../../plan/model/step.ts'
import type { Subtask } from '../../plan/model/subtask.ts'
import type { Risk } from '../../plan/field/risk.ts'
import type { BatchLimits } from './batch-limits.ts'
import { isOpen } from './is-open.ts'

/** Subtasks of a phase that stay together, in order. */
export interface PhasePart {
  subtasks: Subtask[]
  /** Steps to be done, and subtasks to be done that have no steps. */
  size: number
  /** The riskiest step; `low` where there is none. */
  risk: Risk
  /** Whether it holds a step that is for a person's judgment. */
  judgment: boolean
  /** Whether it is a step for a person's hands. */
  manual: boolean
  /** Whether it waits for a manual step. */
  delayed: boolean
  /** Whether it begins with a further piece of the subtask that the part before ends with. */
  continues: boolean
}

/**
 * Cuts the subtasks of a phase into parts that keep the limits: a part's limit is that of its riskiest step,
 * and a step for a person's judgment or hands stands alone. Subtasks that are `delayed` by a manual step are
 * not in a part with others.
 *
 * Order is kept, and cuts are between subtasks; only one that is too large for any part is itself cut, its
 * pieces named by `nameOf`. A subtask that an agent does without steps counts as one step of low risk; one
 * that is not to be done counts nothing. Cutting a part again gives that part.
 */
export const cutPhase = (
  { subtasks }: Phase,
  limits: BatchLimits,
  nameOf: (subtask: Subtask, piece: number) => string,
  delayed: ReadonlySet<Subtask> = new Set(),
): PhasePart[] => {
  const parts: PhasePart[] = []
  let part = emptyPart()
  const close = (): void => {
    if (part.size === 0) return
    parts.push(part)
    part = emptyPart()
  }
  for (const subtask of subtasks) {
    const items = itemsOf(subtask)
    if (items.length > 0 && part.delayed !== delayed.has(subtask)) close()
    if (part.size === 0) part.delayed = delayed.has(subtask)
    if (items.length > 0 && !addAll(part, items, limits)) close()
    const whole = addAll(part, items, limits)
    if (whole) {
      part = whole
      part.subtasks.push(subtask)
      continue
    }
    let steps: Step[] = []
    let pieces = 0
    const closePiece = (): void => {
      pieces++
      part.subtasks.push({ ...subtask, id: pieces === 1 ? subtask.id : nameOf(subtask, pieces), steps })
      steps = []
    }
    for (const step of subtask.steps) {
      let more = add(part, step, limits)
      if (!more) {
        closePiece()
        close()
        more = { ...add(part, step, limits)!, continues: true, delayed: delayed.has(subtask) }
      }
      part = more
      steps.push(step)
    }
    closePiece()
  }
  // Closed subtasks do not form a separate part.
  if (part.size > 0 || parts.length === 0) parts.push(part)
  else for (const subtask of part.subtasks) parts.at(-1)!.subtasks.push(subtask)
  return parts
}

type Item = Pick<Step, 'risk' | 'requiresHumanJudgment' | 'action'>

const bare: Item = { risk: 'low', requiresHumanJudgment: false, action: 'code' }

const emptyPart = (): PhasePart => ({
  subtasks: [],
  size: 0,
  risk: 'low',
  judgment: false,
  manual: false,
  delayed: false,
  continues: false,
})

const itemsOf = (subtask: Subtask): readonly Item[] => {
  if (!isOpen(subtask)) return []
  return subtask.steps.length === 0 ? [bare] : subtask.steps
}

/** The part with one item more, or undefined where that breaks a limit. An empty part takes any item. */
const add = (part: PhasePart, item: Item, limits: BatchLimits): PhasePart | undefined => {
  const risk = higherRisk(part.risk, item.risk)
  const judgment = part.judgment || item.requiresHumanJudgment
  const manual = part.manual || item.action === 'manual'
  const size = part.size + 1
  if (size > 1 && (judgment || manual || !(size <= limits[risk]))) return undefined
  return { ...part, size, risk, judgment, manual }
}

const addAll = (part: PhasePart, items: readonly Item[], limits: BatchLimits): PhasePart | undefined => {
  let more: PhasePart | undefined = part
  for (const item of items) {
    more = add(more, item, limits)
    if (!more) return undefined
  }
  return more
}
