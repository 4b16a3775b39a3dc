/** Formats dollars for people: `$1.23`, `$0.0042`. A small amount is never shown as nothing. */
export const formatDollars = (usd: number): string =>
  usd > 0 && usd < 0.01 ? `$${usd.toFixed(4)}` : `$${usd.toFixed(2)}`
