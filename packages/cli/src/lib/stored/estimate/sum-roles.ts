import type { ChargedSession, Report } from '@amelia/core'
import { countTokens } from '@amelia/core/plugin'

/** The usage of the sessions of one role. */
export interface RoleSum {
  role: ChargedSession['role']
  /** As a budget counts them: a cached one as 0.1. Null if a session did not report its tokens. */
  tokens: number | null
  /** Null if the cost of a session is unknown. */
  usd: number | null
}

/** Lists all sessions of a run. */
export const sessionsOf = ({
  phases,
  sessions = [],
}: Pick<Report, 'phases' | 'sessions'>): ChargedSession[] => [
  ...sessions,
  ...phases.flatMap(({ attempts = [] }) => attempts.flatMap((attempt) => attempt.sessions)),
]

/** Adds up sessions by role, the role with the most tokens first. */
export const sumRoles = (sessions: readonly ChargedSession[]): RoleSum[] => {
  const sums = new Map<RoleSum['role'], RoleSum>()
  for (const { role, usd, ...used } of sessions) {
    const sum = sums.get(role) ?? { role, tokens: 0, usd: 0 }
    const isKnown = used.inputTokens !== undefined || used.outputTokens !== undefined
    const tokens = isKnown ? countTokens(used) : null
    sums.set(role, { role, tokens: add(sum.tokens, tokens), usd: add(sum.usd, usd) })
  }
  return [...sums.values()].sort((one, other) => (other.tokens ?? 0) - (one.tokens ?? 0))
}

/** Adds amounts, of which null is unknown. */
const add = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other
