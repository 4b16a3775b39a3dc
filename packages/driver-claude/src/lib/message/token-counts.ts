/** The tokens of one or more requests to one model, as the vendor prices them. */
export interface TokenCounts {
  /** Read, without those that a cache was involved in. */
  fresh: number
  /** Written to the cache, to be kept for five minutes. */
  written: number
  /** Written to the cache, to be kept for an hour. */
  writtenLong: number
  /** Read from the cache. */
  cached: number
  output: number
}

export const noTokens: TokenCounts = { fresh: 0, written: 0, writtenLong: 0, cached: 0, output: 0 }

/** All tokens read. */
export const sumInput = ({ fresh, written, writtenLong, cached }: TokenCounts): number =>
  fresh + written + writtenLong + cached

export const addTokens = (one: TokenCounts, other: TokenCounts): TokenCounts => ({
  fresh: one.fresh + other.fresh,
  written: one.written + other.written,
  writtenLong: one.writtenLong + other.writtenLong,
  cached: one.cached + other.cached,
  output: one.output + other.output,
})

/**
 * The price of these tokens in prices of one fresh input token.
 *
 * The vendor's price list has the same factors for all its models: writing to the cache costs 1.25 (five
 * minutes) or 2 (an hour), reading from it 0.1, and output 5.
 */
export const weighTokens = ({ fresh, written, writtenLong, cached, output }: TokenCounts): number =>
  fresh + 1.25 * written + 2 * writtenLong + 0.1 * cached + 5 * output
