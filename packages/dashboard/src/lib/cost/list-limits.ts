import type { Budget, Report, RunView } from '@amelia/core'
import { words } from '@amelia/core/view'

/** A limit of the budget, and how much of it is used. */
export interface UsedLimit {
  name: string
  used: string
  /** Absent if the limit is used up and its amount is not known. */
  limit?: string
  /** From 0 to 1. */
  share: number
}

type Kind = keyof Budget

const kinds: readonly (readonly [Kind, string, (amount: number) => string])[] = [
  ['usd', 'Cost', words.formatDollars],
  ['tokens', 'Tokens, cached ones as a tenth', words.formatCount],
  ['wallMs', 'Time', words.formatDuration],
  ['sessions', 'Sessions', String],
]

/** Lists the limits of a budget, and those that stop phases of the run. */
export const listLimits = (
  budget: Budget | undefined,
  view: Pick<RunView, 'waits' | 'report'>,
): UsedLimit[] => {
  const stopping = new Set<Kind>()
  for (const wait of view.waits.values())
    if (wait.reason === 'budget') for (const limit of wait.limits) stopping.add(limit)
  const { spent } = view.report
  return kinds.flatMap(([kind, name, format]) => {
    const limit = budget?.[kind]
    if (limit === undefined && !stopping.has(kind)) return []
    const used = usedOf(spent, kind)
    const share = limit === undefined || limit <= 0 ? 1 : Math.min(1, used / limit)
    return [{ name, used: format(used), ...(limit !== undefined && { limit: format(limit) }), share }]
  })
}

const usedOf = (spent: Report['spent'], kind: Kind): number => spent[kind] ?? 0
