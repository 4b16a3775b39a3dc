import { nounOf } from '../terminal/plural.ts'
import type { Phase, Plan } from '@amelia/core'
import { words } from '@amelia/core/view'
import { findPhaseId } from '../setting/find-phase-id.ts'
import { usageError } from '../terminal/usage-error.ts'

/** The flags that choose phases of a plan. */
export interface PhaseFlags {
  /** The only phases to run. */
  only?: string[]
  /** Runs this phase and those after it in the plan. */
  from?: string
}

/**
 * Restricts a plan to the phases that the flags choose: the others become `skipped`, or `done` if an earlier
 * run has integrated them into the base.
 *
 * Throws a usage error for an unknown phase, for phases that are done already, and if a chosen phase depends
 * on one that is neither chosen nor done nor integrated.
 */
export const selectPhases = async (
  plan: Plan,
  flags: PhaseFlags,
  isIntegrated: (phase: Phase) => Promise<boolean>,
): Promise<Plan> => {
  const chosen = chosenPhases(plan, flags)
  if (chosen === undefined) return plan
  const byId = new Map(plan.phases.map((phase) => [phase.id, phase]))
  if (chosen.every((id) => isFinished(byId.get(id)!)))
    throw usageError(
      `The plan marks ${listOf(chosen)} as done or skipped, so there is nothing to run.`,
      'Change the status in the plan, or choose other phases.',
    )
  const integrated = new Set<string>()
  const missing = new Map<string, string>()
  for (const id of chosen)
    for (const dependency of byId.get(id)?.dependsOn ?? []) {
      const phase = byId.get(dependency)
      if (!phase || chosen.includes(dependency) || isFinished(phase)) continue
      if (integrated.has(dependency) || (await isIntegrated(phase))) integrated.add(dependency)
      else if (!missing.has(dependency)) missing.set(dependency, id)
    }
  if (missing.size > 0)
    throw usageError(
      [...missing]
        .map(
          ([dependency, id]) =>
            `Phase ${words.plainLabel(id)} depends on ${words.plainLabel(dependency)}, which is not done.`,
        )
        .join('\n'),
      howToGoOn([...missing.keys()], plan, flags),
    )
  return {
    ...plan,
    phases: plan.phases.map((phase) => {
      if (chosen.includes(phase.id) || isFinished(phase)) return phase
      return { ...phase, status: integrated.has(phase.id) ? 'done' : 'skipped' }
    }),
  }
}

/** The ids that the flags choose; undefined without flags. */
const chosenPhases = (plan: Plan, { only, from }: PhaseFlags): string[] | undefined => {
  if (only && from !== undefined)
    throw usageError('--only and --from contradict each other.', 'Leave one of them out.')
  const ids = plan.phases.map(({ id }) => id)
  const find = (flag: string, name: string): string => {
    const id = findPhaseId(name, plan)
    if (ids.includes(id)) return id
    const known = `${ids.slice(0, 20).map(words.plainLabel).join(', ')}${ids.length > 20 ? ', …' : ''}`
    throw usageError(
      `${flag} ${words.plainLabel(name)}: the plan has no such phase.`,
      `Its phases: ${known}.`,
    )
  }
  if (only) return [...new Set(only.map((name) => find('--only', name)))]
  return from === undefined ? undefined : ids.slice(ids.indexOf(find('--from', from)))
}

const howToGoOn = (missing: readonly string[], { phases }: Plan, { from }: PhaseFlags): string => {
  const first = phases.find(({ id }) => missing.includes(id))?.id
  const add = from === undefined ? `Add --only ${missing.join(',')}` : `Begin with --from ${first}`
  const [one, its] = missing.length === 1 ? ['it', 'its branch'] : ['them', 'their branch']
  return `${add}, mark ${one} as done in the plan, or run ${one} first and merge ${its}.`
}

const isFinished = ({ status }: Phase): boolean => status === 'done' || status === 'skipped'

const listOf = (ids: readonly string[]): string =>
  `${nounOf(ids.length, 'phase')} ${ids.slice(0, 10).map(words.plainLabel).join(', ')}${ids.length > 10 ? ', …' : ''}`
