import type { PhaseDraft, PlanIssue } from '@amelia/core/plugin'
import { type DocumentPart, nameOf } from './find-parts.ts'

/** A phase or a subtask: its id and its line. */
interface Entry {
  id: string
  line?: number | undefined
}

const mostNamed = 5

/**
 * Reports a document of several plans: the ids of its phases or its subtasks begin again below another
 * heading. Undefined for one plan.
 */
export const reportPlans = (
  phases: readonly PhaseDraft[],
  parts: readonly DocumentPart[],
): PlanIssue | undefined => {
  const headings = parts.filter(({ kind }) => kind === 'heading')
  const plans =
    findPlans(phases, headings) ??
    findPlans(
      phases.flatMap((phase) => phase.subtasks ?? []),
      headings,
    )
  if (!plans) return undefined
  const named = plans.slice(0, mostNamed).map((plan) => `line ${plan.line} "${nameOf(plan)}"`)
  const more = plans.length > mostNamed ? ` and ${plans.length - mostNamed} more` : ''
  const message =
    `The file has ${plans.length} plans, because the numbers begin again: ${named.join(', ')}${more}. ` +
    'Choose one: copy its section to a file. To run all of them, number them in one series.'
  return { severity: 'error', code: 'SEVERAL_PLANS', message, line: plans[1]?.line ?? 1, column: 1 }
}

/** Returns the headings of the plans, at least two. No id occurs twice in a plan. */
const findPlans = (
  entries: readonly Entry[],
  headings: readonly DocumentPart[],
): DocumentPart[] | undefined => {
  // Most documents have no id twice, so they are one plan.
  if (new Set(entries.map(({ id }) => id)).size === entries.length) return undefined
  const sorted = entries.map(({ id, line = 1 }) => ({ id, line })).sort((one, other) => one.line - other.line)
  const first = sorted[0]?.id
  /** For each plan, the headings above its first entry, by level. */
  const above: (DocumentPart | undefined)[][] = []
  let seen = new Set<string>()
  let open: (DocumentPart | undefined)[] = []
  let next = 0
  for (const { id, line } of sorted) {
    for (let heading = headings[next]; heading && heading.line < line; heading = headings[++next]) {
      open = open.slice(0, heading.level)
      open[heading.level] = heading
    }
    if (id === first) {
      above.push(open)
      seen = new Set()
    }
    if (seen.has(id)) return undefined
    seen.add(id)
  }
  if (above.length < 2) return undefined
  for (let level = 1; level <= 6; level++) {
    const plans = above.flatMap((each) => each[level] ?? [])
    if (plans.length === above.length && new Set(plans).size === plans.length) return plans
  }
  return undefined
}
