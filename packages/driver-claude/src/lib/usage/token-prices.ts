import { type TokenCounts, weighTokens } from '../message/token-counts.ts'

/** Prices of models, to estimate what a session cost that was killed before it reported its cost. */
export interface TokenPrices {
  /** Learns from the vendor's own figure for these tokens. */
  learn(model: string, tokens: TokenCounts, usd: number): void
  /** Estimates dollars; undefined if the price of a model is unknown. */
  estimate(used: ReadonlyMap<string, TokenCounts>): number | undefined
}

/**
 * Dollars per million fresh input tokens by family, from the vendor's price list of November 2026. Older and
 * newer models may cost something else: a figure of the vendor for the same model takes precedence.
 */
const listed: readonly [family: RegExp, usd: number][] = [
  [/^claude-opus-4-(?:[01]|20\d{6})\b|^claude-opus-4$|^claude-3-opus/, 15],
  [/^claude-opus-4-\d/, 5],
  [/^claude-(?:sonnet-4|3-[57]-sonnet|sonnet-3)/, 3],
  [/^claude-haiku-4/, 1],
  [/^claude-3-5-haiku/, 0.8],
]

const perMillion = 1_000_000

/** Creates prices that the sessions of one driver share. */
export const createTokenPrices = (): TokenPrices => {
  const learned = new Map<string, number>()
  const priceOf = (model: string): number | undefined => {
    const usd = listed.find(([family]) => family.test(model))?.[1]
    return learned.get(model) ?? (usd === undefined ? undefined : usd / perMillion)
  }
  return {
    learn(model, tokens, usd) {
      const weight = weighTokens(tokens)
      if (weight > 0 && usd > 0) learned.set(model, usd / weight)
    },
    estimate(used) {
      let sum = 0
      for (const [model, tokens] of used) {
        const weight = weighTokens(tokens)
        if (weight === 0) continue
        const price = priceOf(model)
        if (price === undefined) return undefined
        sum += price * weight
      }
      return sum
    },
  }
}
