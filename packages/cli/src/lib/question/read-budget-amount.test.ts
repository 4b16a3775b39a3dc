import { expect, it } from 'vitest'
import { readBudgetAmount } from './read-budget-amount.ts'

it.each([
  ['500000 tokens', { tokens: 500_000 }],
  ['1 token', { tokens: 1 }],
  ['2.5 USD', { usd: 2.5 }],
  ['5usd, 10 minutes', { usd: 5, wallMs: 600_000 }],
  ['3 sessions', { sessions: 3 }],
])('reads %s', (text, amount) => {
  expect(readBudgetAmount(text)).toEqual(amount)
})

it.each(['', '5', 'usd', '0 usd', '-5 usd', '5 euros', '5 usd,', '1e3 tokens'])('rejects %j', (text) => {
  expect(readBudgetAmount(text)).toBeUndefined()
})
