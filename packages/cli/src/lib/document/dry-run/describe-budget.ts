import type { DriverV1, Plan } from '@amelia/core'
import { words } from '@amelia/core/view'
import type { BudgetFlags } from '../../setting/read-budget.ts'
import type { ReadAgents } from '../../setting/agent/read-agents.ts'
import { isOpenPhase, needsAgent } from '../fact/needs-agent.ts'

/** A unit of money or work that an agent can count. */
export type CountedUnit = DriverV1['meters'][number]

/** Counts the phases that an agent works on. `works`: whether the command names an agent. */
export const countAgentPhases = (plan: Plan, works: boolean): number =>
  works ? plan.phases.filter(isOpenPhase).length : needsAgent(plan).length

/** Lists the drivers of all sessions of a run. */
const driversOf = ({ all, options: { reviewers = [], evaluator } }: RunAgents): DriverV1[] => [
  ...new Set([
    ...all,
    ...[...reviewers, ...(evaluator ? [evaluator] : [])].flatMap(({ driver }) => driver ?? []),
  ]),
]

type RunAgents = Pick<ReadAgents, 'all' | 'options'>

/** Lists the units that every agent of a run counts, so that a budget may use them. None without an agent. */
export const countedUnits = (agents: RunAgents): CountedUnit[] => {
  const drivers = driversOf(agents)
  const units = ['usd', 'tokens'] as const
  return drivers.length === 0
    ? []
    : units.filter((unit) => drivers.every(({ meters }) => meters.includes(unit)))
}

/** Whether a command gives any limit of its cost. */
export const hasBudget = ({
  budgetUsd,
  budgetTokens,
  phaseBudgetUsd,
  phaseBudgetTokens,
}: BudgetFlags): boolean => (budgetUsd ?? budgetTokens ?? phaseBudgetUsd ?? phaseBudgetTokens) !== undefined

/** Describes an amount of dollars, tokens or both. */
export const describeAmount = (usd: number | undefined, tokens: number | undefined): string =>
  [
    ...(usd === undefined ? [] : [words.formatDollars(usd)]),
    ...(tokens === undefined ? [] : [`${words.formatCount(tokens)} tokens`]),
  ].join(' and ')

/** The flags that limit the cost of a run whose agents count these units. */
const flags = { usd: '--budget-usd AMOUNT', tokens: '--budget-tokens N' } as const

/** Describes how a run without a budget can get one. */
export const describeNoBudget = (agents: RunAgents): string => {
  const units = countedUnits(agents)
  if (units.length > 0)
    return `none: the run may spend without a limit; ${units.map((unit) => flags[unit]).join(' or ')} sets one`
  const drivers = driversOf(agents)
  const silent = drivers.filter(({ meters }) => meters.length === 0).map(({ id }) => words.plainLabel(id))
  if (silent.length > 0)
    return `none: the run may spend without a limit, because ${silent.join(' and ')} ${silent.length === 1 ? 'counts' : 'count'} neither dollars nor tokens`
  return 'none: the run may spend without a limit'
}

/** Describes the limits of a run and of its phases; undefined without any. */
export const describeBudget = (
  { budgetUsd, budgetTokens, phaseBudgetUsd, phaseBudgetTokens }: BudgetFlags,
  stored: boolean,
): string | undefined => {
  const total = describeAmount(budgetUsd, budgetTokens)
  const each = describeAmount(phaseBudgetUsd, phaseBudgetTokens)
  const parts = [
    ...(total === '' ? [] : [stored ? `${total}, stored for this repository` : total]),
    ...(each === '' ? [] : [`${each} for each phase`]),
  ]
  return parts.length === 0 ? undefined : parts.join('; ')
}
