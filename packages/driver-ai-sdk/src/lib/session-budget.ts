import { type Clock, driverError, type SessionRequest, type Usage } from '@amelia/core/plugin'
import type { TokenPrices } from './api-agent-options.ts'
import type { ToldTokens } from './read-answer.ts'

/** Counts what a session uses. */
export interface SessionBudget {
  /** Throws `budget_exceeded` when nothing is left. */
  check(): void
  /** Adds an answer. Where the provider does not count, the estimates do. */
  add(told: ToldTokens, estimated: { input: number; output: number }): void
  used(): Usage
}

/** Throws `environment` for a limit that cannot be counted. */
export const createSessionBudget = (
  limits: SessionRequest['limits'],
  prices: TokenPrices | undefined,
  clock: Clock,
): SessionBudget => {
  const began = clock.now()
  if (limits.usd !== undefined && prices === undefined)
    throw driverError('environment', {
      message: 'There is a budget in dollars and no price: set the option `tokenUsd`.',
    })
  let [inputTokens, outputTokens, usd] = [0, 0, 0]
  return {
    check() {
      const { tokens, usd: dollars, wallMs } = limits
      if (tokens !== undefined && inputTokens + outputTokens >= tokens)
        throw driverError('budget_exceeded', { message: `All ${tokens} tokens are used up.` })
      if (dollars !== undefined && usd >= dollars)
        throw driverError('budget_exceeded', { message: `All ${dollars} dollars are used up.` })
      if (wallMs !== undefined && clock.now() - began >= wallMs) throw timeIsUp(wallMs)
    },
    add(told, estimated) {
      const input = told.input ?? estimated.input
      const output = told.output ?? estimated.output
      inputTokens += input
      outputTokens += output
      if (prices === undefined) return
      const cached = Math.min(told.cached, input)
      usd += (input - cached) * prices.input + cached * (prices.cachedInput ?? prices.input)
      usd += output * prices.output
    },
    used: () => ({ inputTokens, outputTokens, ...(prices === undefined ? {} : { usd }) }),
  }
}

/** The failure of a session that had so many milliseconds. */
export const timeIsUp = (wallMs: number): Error =>
  driverError('budget_exceeded', { message: `The time of ${Math.round(wallMs / 100) / 10} s is used up.` })
