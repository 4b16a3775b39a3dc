import { findLosses, type Plan, type PlanDraft, type PlanIssue, type WrittenPlan } from '@amelia/core/plugin'
import { renumberPhases } from './renumber-phases.ts'

interface Writing {
  text: string
  /** The new ids of phases, with their previous ids. */
  renamed?: ReadonlyMap<string, string>
}

/**
 * Chooses the first way to write a plan with the fewest losses. Each text is parsed again to find them.
 *
 * The ways are ordered from the most readable one to the one that can always be parsed. `renumbered` is tried
 * last, with phases whose ids are 1, 2, 3 ...
 */
export const chooseWriting = (
  plan: Plan,
  ways: readonly ((plan: Plan) => string)[],
  parse: (source: string) => { plan?: PlanDraft; issues: PlanIssue[] },
  renumbered?: (plan: Plan) => string,
): WrittenPlan => {
  let best: { written: WrittenPlan; cost: number } | undefined
  const all = ways.map((write) => (): Writing => ({ text: write(plan) }))
  if (renumbered)
    all.push(() => {
      const { plan: numbered, renamed } = renumberPhases(plan)
      return { text: renumbered(numbered), renamed }
    })
  for (const way of all) {
    const { text, renamed } = way()
    const read = parse(text)
    const draft = read.plan && (renamed ? renameBack(read.plan, renamed) : read.plan)
    const losses = findLosses(plan, draft)
    const changed = [...(renamed ?? [])].filter(([id, before]) => id !== before)
    if (changed.length > 0) {
      losses.unshift({
        what: 'ids of phases',
        places: changed.map(([id, before]) => `phase ${before} is now ${id}`),
      })
    }
    const cost =
      losses.length + (isBroken(plan, draft, read.issues) ? 1_000 : 0) + (isBent(plan, draft) ? 100 : 0)
    if (!best || cost < best.cost) best = { written: { text, losses }, cost }
    if (cost === 0) break
  }
  return best?.written ?? { text: '', losses: [] }
}

const isBroken = (plan: Plan, draft: PlanDraft | undefined, issues: readonly PlanIssue[]): boolean => {
  if (!draft || issues.some(({ severity }) => severity === 'error')) return true
  const ids = new Set(draft.phases.map(({ id }) => id))
  return (
    draft.phases.length !== plan.phases.length ||
    ids.size !== draft.phases.length ||
    draft.phases.some(({ dependsOn = [] }) => dependsOn.some((id) => !ids.has(id)))
  )
}

/** Returns whether a phase has other references than before, which is worse than another name. */
const isBent = (plan: Plan, draft: PlanDraft | undefined): boolean =>
  plan.phases.some((phase, index) => {
    const { dependsOn = [], parallelWith = [] } = draft?.phases[index] ?? {}
    return !same(phase.dependsOn, dependsOn) || !same(phase.parallelWith, parallelWith)
  })

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index])

const renameBack = (plan: PlanDraft, renamed: ReadonlyMap<string, string>): PlanDraft => {
  const back = (id: string): string => renamed.get(id) ?? id
  return {
    ...plan,
    phases: plan.phases.map((phase) => ({
      ...phase,
      id: back(phase.id),
      dependsOn: (phase.dependsOn ?? []).map(back),
      parallelWith: (phase.parallelWith ?? []).map(back),
    })),
  }
}
