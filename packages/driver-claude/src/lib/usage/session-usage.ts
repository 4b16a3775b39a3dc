import type { Usage } from '@amelia/core/plugin'
import type { AgentMessage, AgentResult } from '../message/read-message.ts'
import { addTokens, noTokens, sumInput, type TokenCounts } from '../message/token-counts.ts'
import type { TokenPrices } from './token-prices.ts'

/** Token and cost count of one session. */
export interface SessionUsage {
  /** Counts a message; returns whether the count changed. */
  add(message: AgentMessage): boolean
  /** Usage so far. The dollars of a turn are known only at its end. */
  now(): Usage
  /** Whether dollars are missing: those of all tokens, or of those since the last result. */
  lacksDollars(): boolean
  /**
   * Completes the dollars of a session whose last turn ended without a result. `spent`: the vendor's own
   * figure for the session, if the program left one that includes the turn. Otherwise the dollars of that
   * turn are estimated. For a model without a price they stay unknown, and a sum without them is marked as
   * estimated.
   */
  end(spent: number | undefined): Usage
}

/**
 * Counts tokens from the stream of responses, and uses the agent's own sum at the end, which includes calls
 * outside the stream.
 *
 * The agent's total of dollars continues across resumed sessions. `spentBefore` is the total before this
 * session; undefined if it is unknown. The total is used only if the agent does not report the dollars of
 * this session alone.
 */
export const createSessionUsage = (spentBefore: number | undefined, prices: TokenPrices): SessionUsage => {
  const streamed = new Map<string, TokenCounts>()
  /** The tokens since the last result. */
  const open = new Map<string, TokenCounts>()
  const running = new Map<string, { model: string; output: number }>()
  let own: AgentResult['own']
  let usd: number | undefined
  let estimated = false

  const count = (model: string, tokens: Partial<TokenCounts>): void => {
    for (const counts of [streamed, open])
      counts.set(model, addTokens(counts.get(model) ?? noTokens, { ...noTokens, ...tokens }))
  }

  const now = (): Usage => {
    const inStream = sumOf(streamed.values())
    const told = sumOf((own ?? []).map(({ tokens }) => tokens))
    return {
      inputTokens: Math.max(sumInput(inStream), sumInput(told)),
      cachedInputTokens: Math.max(inStream.cached, told.cached),
      outputTokens: Math.max(inStream.output, told.output),
      ...(usd === undefined ? {} : { usd }),
      ...(estimated ? { estimated: true } : {}),
    }
  }

  const lacksDollars = (): boolean => sumInput(sumOf((usd === undefined ? streamed : open).values())) > 0

  return {
    add(message) {
      if (message.kind === 'begun') {
        const { thread, model, tokens } = message
        count(model, tokens)
        running.set(thread, { model, output: tokens.output })
      } else if (message.kind === 'grown') {
        const { model, output } = running.get(message.thread) ?? { model: '', output: 0 }
        count(model, { output: Math.max(0, message.outputTokens - output) })
        running.set(message.thread, { model, output: Math.max(output, message.outputTokens) })
      } else if (message.kind === 'result') {
        for (const { model, tokens, usd: told } of message.own ?? []) prices.learn(model, tokens, told)
        // A session has a result for each text that came after its last response.
        own = message.own && [...(own ?? []), ...message.own]
        usd = own?.reduce((sum, each) => sum + each.usd, 0) ?? difference(message.totalUsd, spentBefore)
        open.clear()
      } else {
        return false
      }
      return true
    },
    now,
    lacksDollars,
    end(spent) {
      if (!lacksDollars()) return now()
      // A sum that is not higher was stored before the last turn.
      if (spent !== undefined && spent > (usd ?? -1) + rounding) usd = spent
      else {
        const more = prices.estimate(usd === undefined ? streamed : open)
        if (more !== undefined) usd = (usd ?? 0) + more
        estimated = usd !== undefined
      }
      open.clear()
      return now()
    },
  }
}

/** Two sums of the same dollars differ by less. */
const rounding = 1e-9

const sumOf = (all: Iterable<TokenCounts>): TokenCounts => [...all].reduce(addTokens, noTokens)

/** A total that is smaller than before was reset. */
const difference = (total: number | undefined, before: number | undefined): number | undefined =>
  total === undefined || before === undefined ? undefined : total < before ? total : total - before
