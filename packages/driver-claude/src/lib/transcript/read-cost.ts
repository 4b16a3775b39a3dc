import { readNumber } from '@amelia/agent-process'
import type { Entry } from './read-entries.ts'

/** The dollars of a conversation as its transcript states them. */
export interface StoredCost {
  /** How often the agent's program stored them. */
  times: number
  /** The last total, earlier sessions included. 0 if none was stored. */
  usd: number
}

/**
 * Reads the dollars in a transcript.
 *
 * The program stores the total at the end of each turn and when TERM ends it. A killed part is in no total.
 */
export const readCost = (entries: readonly Entry[]): StoredCost => {
  const totals = entries
    .filter(({ type }) => type === 'cost-state')
    .flatMap(({ totalCostUSD }) => readNumber(totalCostUSD) ?? [])
  return { times: totals.length, usd: totals.at(-1) ?? 0 }
}
