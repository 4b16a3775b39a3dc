import type { PhaseReport } from '@amelia/core'
import type { Cost, CostRow } from './cost-row.ts'

/** Lists the phases that have used anything, in plan order, and then the run's own sessions. */
export const costsByPhase = (phases: Iterable<PhaseReport>, spent: Cost): CostRow[] => {
  const rows: CostRow[] = []
  let rest = spent
  for (const { id, title, spent: own } of phases) {
    if (own === undefined) continue
    rows.push({ name: id, title, cost: own })
    rest = subtract(rest, own)
  }
  return rest.sessions > 0
    ? [...rows, { name: 'run', title: 'Sessions of the run itself', cost: rest }]
    : rows
}

const subtract = (cost: Cost, part: Cost): Cost => {
  const less = (name: Exclude<keyof Cost, 'usd'>): number => Math.max(0, cost[name] - part[name])
  const usd = cost.usd === null ? null : Math.max(0, cost.usd - (part.usd ?? 0))
  return {
    sessions: less('sessions'),
    sessionMs: less('sessionMs'),
    inputTokens: less('inputTokens'),
    cachedInputTokens: less('cachedInputTokens'),
    outputTokens: less('outputTokens'),
    tokens: less('tokens'),
    usd,
    estimatedUsd: less('estimatedUsd'),
    unknownTokens: less('unknownTokens'),
    unknownUsd: less('unknownUsd'),
  }
}
