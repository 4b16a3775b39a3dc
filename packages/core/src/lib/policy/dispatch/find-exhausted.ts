import { plural } from '../../text/format-count.ts'
import type { Budget, Spend, SpendKind } from '../../event/budget.ts'
import { noCost } from '../spending/add-session.ts'

export const spendKinds = ['tokens', 'usd', 'wallMs', 'sessions'] as const satisfies readonly SpendKind[]

export const nothingSpent = (): Spend => ({ ...noCost(), wallMs: 0 })

/** Lists the limits of a budget that are used up. */
export const findExhausted = (spent: Spend, budget: Budget): SpendKind[] =>
  spendKinds.filter((kind) => (spent[kind] ?? 0) >= (budget[kind] ?? Infinity))

/** The smaller one of what two budgets leave, never below zero. */
export const remainingOf = (...pairs: readonly { spent: Spend; budget: Budget }[]): Budget => {
  const left: Budget = {}
  for (const kind of spendKinds)
    for (const { spent, budget } of pairs) {
      const limit = budget[kind]
      if (limit !== undefined)
        left[kind] = Math.min(left[kind] ?? Infinity, Math.max(0, limit - (spent[kind] ?? 0)))
    }
  return left
}

/**
 * Raises the limits of a budget above what is spent already, and never lowers one.
 *
 * Without an amount, each limit grows by as much as was given at first. With an amount, the limits that it
 * names grow by it, and of the others only those that are used up grow. A unit without a limit stays
 * unlimited.
 */
export const raiseBudget = (
  spent: Spend,
  { given, allowed, amount }: { given: Budget; allowed: Budget; amount?: Budget | undefined },
): Budget => {
  const raised: Budget = {}
  for (const kind of spendKinds) {
    const limit = allowed[kind]
    if (limit === undefined) continue
    const more = amount?.[kind]
    const step = given[kind] ?? limit
    if (more !== undefined) raised[kind] = Math.max(spent[kind] ?? 0, limit) + more
    else if (amount && (spent[kind] ?? 0) < limit) raised[kind] = limit
    else raised[kind] = Math.max(limit, Math.max(spent[kind] ?? 0, step) + step)
  }
  return raised
}

/** For people: `12,000 of 10,000 tokens`. */
export const describeSpend = (spent: Spend, budget: Budget): string[] =>
  spendKinds
    .filter((kind) => budget[kind] !== undefined)
    .map((kind) => `${show(kind, spent[kind] ?? 0)} of ${show(kind, budget[kind]!)} ${names[kind]}`)

/**
 * Describes for people how far the phases got, and the amounts of exhausted kinds that the rest needs at the
 * rate of the phases that are done.
 */
export const describeRest = (
  done: readonly Spend[],
  { open, exhausted }: { open: number; exhausted: readonly SpendKind[] },
): string => {
  const all = done.length + open
  const far = `${done.length} of ${plural(all, 'phase')} done`
  const needs = exhausted.flatMap((kind) => {
    const used = done.reduce((sum, spent) => sum + (spent[kind] ?? 0), 0)
    // Phases without sessions say nothing about the others.
    return used === 0 ? [] : [`${show(kind, (used / done.length) * open)} ${names[kind]}`]
  })
  if (needs.length === 0 || open === 0) return far
  return `${far}; at their rate the ${open === 1 ? 'other one needs' : `other ${open} need`} about ${needs.join(' and ')}`
}

const names: Record<SpendKind, string> = {
  tokens: 'tokens',
  usd: 'US dollars',
  wallMs: 'seconds',
  sessions: 'sessions',
}

const show = (kind: SpendKind, value: number): string => {
  if (kind === 'usd') return value.toFixed(2)
  const whole = String(Math.round(kind === 'wallMs' ? value / 1_000 : value))
  return whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
}
