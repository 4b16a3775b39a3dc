/** The usage of several sessions. */
export interface Cost {
  /** Sessions that were started. */
  sessions: number
  /** The time of these sessions, in milliseconds. Sessions that run at the same time count separately. */
  sessionMs: number
  /** Tokens read, the cached ones included. */
  inputTokens: number
  /** The part of `inputTokens` that vendors read from their caches. */
  cachedInputTokens: number
  /** Tokens written. */
  outputTokens: number
  /** The tokens that a budget counts: a cached token counts as a tenth. */
  tokens: number
  /** US dollars. Null: unknown, because no session's dollars are known. */
  usd: number | null
  /** The part of `usd` that is estimated from tokens. */
  estimatedUsd: number
  /** Sessions whose tokens are unknown. If there are any, the sums of tokens are lower bounds. */
  unknownTokens: number
  /** Sessions whose dollars are unknown. If there are any, `usd` is a lower bound. */
  unknownUsd: number
}

/** The use of tokens, money, time and sessions. */
export interface Spend extends Cost {
  /** Time during which something was running, in milliseconds. */
  wallMs: number
}

/** A unit of a budget. */
export type SpendKind = 'tokens' | 'usd' | 'wallMs' | 'sessions'

/** Limits of what may be spent. A field that is left out is unlimited. */
export type Budget = Partial<Record<SpendKind, number>>
