import { invalidOption } from '../../error/check/check-options.ts'
import type { DriverV1 } from '../../contract/driver.ts'
import type { Providers } from '../../policy/dispatch/choose-provider.ts'
import { findPhaseId } from '../../plan/source/find-phase-id.ts'
import type { Phase } from '../../plan/model/phase.ts'
import type { Plan } from '../../plan/model/plan.ts'
import type { DriverChooser, ModelOptions } from '../../policy/dispatch/choose-driver.ts'
import { isOpen } from '../../policy/dispatch/is-open.ts'
import { phaseRisk } from '../../policy/dispatch/phase-risk.ts'
import type { DriverOption } from '../../policy/driver-option.ts'

/** The drivers of a run, asked for once for each phase and role. */
export interface ListedDrivers {
  /** Each driver once. */
  all: readonly DriverV1[]
  /** Whether a phase has an agent for its work. */
  hasDriver(phaseId: string): boolean
  /** For the machine. Without any driver nothing; `providers` only if sessions have several. */
  input: { provider?: string; providers?: Providers }
}

/**
 * Lists the drivers for the phases of a plan.
 *
 * Throws `OPTION_INVALID` if the plan names an agent that the run does not have.
 */
export const listDrivers = (choose: DriverChooser, plan: Plan): ListedDrivers => {
  const own = new Map(
    plan.phases.filter(isOpen).map((phase) => [phase.id, choose(developerOf(phase))] as const),
  )
  const reviewers = choose({ role: 'reviewer' })
  const evaluators = choose({ role: 'evaluator' })
  const developers = [...own.values()].find(({ length }) => length > 0) ?? choose({ role: 'developer' })
  const all = [...new Set([developers, ...own.values(), reviewers, evaluators].flat())]
  const names = (drivers: readonly DriverV1[]): string[] => [
    ...new Set(drivers.map(({ provider }) => provider)),
  ]
  const usual = names(developers).join('\n')
  const phases = [...own]
    .filter(([, drivers]) => names(drivers).join('\n') !== usual)
    .map(([phaseId, drivers]) => ({ phaseId, developer: names(drivers) }))
  const provider = (developers[0] ?? all[0])?.provider
  const several = all.some((driver) => driver.provider !== provider)
  const lists = { developer: names(developers), reviewer: names(reviewers), evaluator: names(evaluators) }
  return {
    all,
    hasDriver: (phaseId) => (own.get(phaseId) ?? developers).length > 0,
    input: {
      ...(provider !== undefined && { provider }),
      ...(several && { providers: { ...lists, phases } }),
    },
  }
}

/** The question for the first attempt at a phase. */
export const developerOf = (phase: Phase): Parameters<DriverChooser>[0] & { role: 'developer' } => ({
  role: 'developer',
  phase: phase.id,
  risk: phaseRisk(phase),
  attempt: 1,
  ...(phase.agent !== undefined && { agent: phase.agent }),
})

/** Throws `OPTION_INVALID` for a driver or a model of a phase that the plan does not have. */
export const checkPhaseNames = (
  plan: Plan,
  { driver, models }: { driver?: DriverOption | undefined; models?: ModelOptions | undefined },
): void => {
  const named = typeof driver === 'object' && 'phases' in driver ? driver.phases : undefined
  const ids = plan.phases.map(({ id }) => id)
  for (const [option, phases] of [
    ['driver.phases', named],
    ['models.phases', models?.phases],
  ] as const)
    for (const id of Object.keys(phases ?? {}))
      if (!ids.includes(findPhaseId(ids, id))) {
        const known = ids.slice(0, 20).join(', ')
        throw invalidOption(
          option.split('.')[0]!,
          `\`${option}\` names phase "${id}", which the run does not have. Its phases are: ${known}${ids.length > 20 ? ', …' : ''}.`,
        )
      }
}
