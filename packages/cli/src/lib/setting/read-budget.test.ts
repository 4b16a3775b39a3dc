import { expect, it } from 'vitest'
import { readBudget } from './read-budget.ts'

it('converts the limits of a run and of each phase, and only those that are given', () => {
  expect(readBudget({})).toEqual({})
  expect(readBudget({ budgetUsd: 20, phaseBudgetTokens: 500 })).toEqual({
    ...{ budget: { usd: 20 }, phaseBudget: { tokens: 500 } },
  })
  expect(readBudget({ budgetTokens: 1, phaseBudgetUsd: 2 })).toEqual({
    ...{ budget: { tokens: 1 }, phaseBudget: { usd: 2 } },
  })
})
