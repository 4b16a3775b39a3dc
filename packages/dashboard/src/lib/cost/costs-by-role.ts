import type { PhaseReport } from '@amelia/core'
import { countTokens } from '@amelia/core/plugin'
import type { Cost, CostRow } from './cost-row.ts'

type Session = NonNullable<PhaseReport['attempts']>[number]['sessions'][number]

/** The usage of nothing. */
const nothing: Cost = {
  ...{ sessions: 0, sessionMs: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, tokens: 0 },
  ...{ usd: null, estimatedUsd: 0, unknownTokens: 0, unknownUsd: 0 },
}

/** Lists the roles of all sessions of phases, the most expensive first. */
export const costsByRole = (phases: Iterable<PhaseReport>): CostRow[] => {
  const roles = new Map<string, Cost>()
  for (const { attempts = [] } of phases)
    for (const { sessions } of attempts)
      for (const session of sessions)
        roles.set(session.role, add(roles.get(session.role) ?? nothing, session))
  return [...roles]
    .map(([name, cost]) => ({ name, cost }))
    .sort((one, other) => (other.cost.usd ?? 0) - (one.cost.usd ?? 0) || other.cost.tokens - one.cost.tokens)
}

const add = (cost: Cost, session: Session): Cost => {
  const { inputTokens, cachedInputTokens = 0, outputTokens, usd, durationMs, estimated } = session
  const known = inputTokens !== undefined || outputTokens !== undefined
  return {
    sessions: cost.sessions + 1,
    sessionMs: cost.sessionMs + durationMs,
    inputTokens: cost.inputTokens + (inputTokens ?? 0),
    cachedInputTokens: cost.cachedInputTokens + cachedInputTokens,
    outputTokens: cost.outputTokens + (outputTokens ?? 0),
    tokens: cost.tokens + countTokens(session),
    usd: usd === null ? cost.usd : (cost.usd ?? 0) + usd,
    estimatedUsd: cost.estimatedUsd + (estimated ? (usd ?? 0) : 0),
    unknownTokens: cost.unknownTokens + (known ? 0 : 1),
    unknownUsd: cost.unknownUsd + (usd === null ? 1 : 0),
  }
}
