import { type Clock, countTokens, driverError, type SessionRequest, type Usage } from '@amelia/core/plugin'
import type { TokenPrices } from '../option/api-agent-options.ts'
import type { ReportedTokens } from '../model/read-answer.ts'

/** Usage and limits of one session. */
export interface SessionBudget {
  /** Throws `budget_exceeded` if a limit is used up. */
  check(): void
  /** Adds a response. Uses the estimates for counts that the provider does not report. */
  add(reported: ReportedTokens, estimated: { input: number; output: number }): void
  used(): Usage
}

/** Creates the budget. Throws `environment` for a dollar limit without prices. */
export const createSessionBudget = (
  limits: SessionRequest['limits'],
  prices: TokenPrices | undefined,
  clock: Clock,
): SessionBudget => {
  const began = clock.now()
  if (limits.usd !== undefined && prices === undefined)
    throw driverError('environment', {
      message: 'A budget in dollars needs prices: set the option `tokenUsd`.',
    })
  let [inputTokens, cachedInputTokens, outputTokens, usd] = [0, 0, 0, 0]
  return {
    check() {
      const { tokens, usd: dollars, wallMs } = limits
      if (tokens !== undefined && countTokens({ inputTokens, cachedInputTokens, outputTokens }) >= tokens)
        throw driverError('budget_exceeded', {
          message: `The session used up its limit of ${tokens} tokens.`,
        })
      if (dollars !== undefined && usd >= dollars)
        throw driverError('budget_exceeded', {
          message: `The session used up its limit of ${dollars} dollars.`,
        })
      if (wallMs !== undefined && clock.now() - began >= wallMs) throw timeIsUp(wallMs)
    },
    add(reported, estimated) {
      const input = reported.input ?? estimated.input
      const output = reported.output ?? estimated.output
      const cached = Math.min(reported.cached, input)
      inputTokens += input
      cachedInputTokens += cached
      outputTokens += output
      if (prices === undefined) return
      usd += (input - cached) * prices.input + cached * (prices.cachedInput ?? prices.input)
      usd += output * prices.output
    },
    used: () => ({
      inputTokens,
      ...(cachedInputTokens > 0 && { cachedInputTokens }),
      outputTokens,
      ...(prices === undefined ? {} : { usd }),
    }),
  }
}

/** The error of a session that reached its time limit. */
export const timeIsUp = (wallMs: number): Error =>
  driverError('budget_exceeded', {
    message: `The session used up its time limit of ${Math.round(wallMs / 100) / 10} s.`,
  })
