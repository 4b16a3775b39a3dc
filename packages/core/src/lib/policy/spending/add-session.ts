import type { Cost } from '../../event/budget.ts'
import type { ChargedSession } from '../../event/charged-session.ts'
import { countTokens } from './count-tokens.ts'

/** The part of a session that counts. */
export type SessionCost = Pick<
  ChargedSession,
  'inputTokens' | 'cachedInputTokens' | 'outputTokens' | 'usd' | 'estimated' | 'durationMs'
>

export const noCost = (): Cost => ({
  sessions: 0,
  sessionMs: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  tokens: 0,
  usd: 0,
  estimatedUsd: 0,
  unknownTokens: 0,
  unknownUsd: 0,
})

/** Adds a session to a sum, in place. `before`: the session as it was added last. */
export const addSession = (sum: Cost, session: SessionCost, before?: SessionCost): void => {
  if (before) add(sum, before, -1)
  add(sum, session, 1)
  if (sum.usd === null || sum.unknownUsd < sum.sessions) return
  // Not one session's dollars are known.
  sum.usd = null
}

/** Sums up sessions. */
export const sumSessions = (sessions: readonly SessionCost[]): Cost => {
  const sum = noCost()
  for (const session of sessions) addSession(sum, session)
  return sum
}

const add = (sum: Cost, session: SessionCost, sign: 1 | -1): void => {
  const { inputTokens, cachedInputTokens, outputTokens, usd, estimated, durationMs } = session
  sum.sessions += sign
  sum.sessionMs += sign * durationMs
  sum.inputTokens += sign * (inputTokens ?? 0)
  sum.cachedInputTokens += sign * (cachedInputTokens ?? 0)
  sum.outputTokens += sign * (outputTokens ?? 0)
  sum.tokens += sign * countTokens(session)
  if (inputTokens === undefined && outputTokens === undefined) sum.unknownTokens += sign
  if (usd === null) sum.unknownUsd += sign
  else sum.usd = round((sum.usd ?? 0) + sign * usd)
  if (estimated && usd !== null) sum.estimatedUsd = round(sum.estimatedUsd + sign * usd)
}

/** Sums of binary fractions are not exact: a billionth of a dollar is. */
const round = (usd: number): number => Math.round(usd * 1e9) / 1e9
