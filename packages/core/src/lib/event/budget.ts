/** The use of tokens, money, time and sessions. */
export interface Spend {
  tokens: number
  /** US dollars. */
  usd: number
  /** Time during which something was running, in milliseconds. */
  wallMs: number
  /** Sessions that were started. */
  sessions: number
}

export type SpendKind = keyof Spend

/** Limits of what may be spent. A field that is left out is unlimited. */
export type Budget = Partial<Spend>
