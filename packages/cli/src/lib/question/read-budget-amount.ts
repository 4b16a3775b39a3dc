import type { Budget } from '@amelia/core'

const units: Record<string, { kind: keyof Budget; factor: number }> = {
  tokens: { kind: 'tokens', factor: 1 },
  usd: { kind: 'usd', factor: 1 },
  minutes: { kind: 'wallMs', factor: 60_000 },
  sessions: { kind: 'sessions', factor: 1 },
}

/** Reads amounts such as `500000 tokens` or `5 usd, 10 minutes`; undefined for other text. */
export const readBudgetAmount = (text: string): Budget | undefined => {
  const amount: Budget = {}
  for (const part of text.toLowerCase().split(',')) {
    const [, number = '', name = ''] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*$/.exec(part) ?? []
    const unit = units[name] ?? units[`${name}s`]
    if (unit === undefined || Number(number) <= 0) return undefined
    amount[unit.kind] = Number(number) * unit.factor
  }
  return amount
}
