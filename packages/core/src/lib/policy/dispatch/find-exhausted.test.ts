import { describe, expect, it } from 'vitest'
import { describeRest, nothingSpent, raiseBudget } from './find-exhausted.ts'

const spent = (tokens: number, usd = 0) => ({ ...nothingSpent(), tokens, usd })

describe('raiseBudget', () => {
  const given = { tokens: 100, usd: 10 }

  it.each([
    ['the same amount again, in each unit', undefined, { tokens: 230, usd: 20 }],
    ['an amount of what is used up', { tokens: 50 }, { tokens: 180, usd: 10 }],
    ['an amount in each unit', { tokens: 50, usd: 1 }, { tokens: 180, usd: 11 }],
    ['an amount of another unit, and what is used up', { usd: 1 }, { tokens: 230, usd: 11 }],
  ])('allows %s', (_, amount, raised) => {
    expect(raiseBudget(spent(130, 4), { given, allowed: given, amount })).toEqual(raised)
  })

  it('never lowers a limit that a person raised', () => {
    expect(raiseBudget(spent(30), { given: { tokens: 10 }, allowed: { tokens: 500 } })).toEqual({
      tokens: 500,
    })
  })

  it('adds an amount to a raised limit', () => {
    const options = { given: { tokens: 10 }, allowed: { tokens: 500 }, amount: { tokens: 7 } }
    expect(raiseBudget(spent(30), options)).toEqual({ tokens: 507 })
  })

  it('repeats a limit that a person gave later, and gives none to an unlimited unit', () => {
    const options = { given: {}, allowed: { tokens: 40 } }
    expect(raiseBudget(spent(40), options)).toEqual({ tokens: 80 })
    expect(raiseBudget(spent(40), { ...options, amount: { tokens: 1, usd: 1 } })).toEqual({ tokens: 41 })
  })
})

describe('describeRest', () => {
  const exhausted = ['tokens'] as const

  it('estimates the need of the other phases from those that are done', () => {
    const two = [spent(100), spent(300)]
    expect(describeRest(two, { open: 3, exhausted })).toBe(
      '2 of 5 phases done; at their rate the other 3 need about 600 tokens',
    )
  })

  it('estimates nothing where no phase is done, none is left, or those that are done used nothing', () => {
    expect(describeRest([], { open: 1, exhausted })).toBe('0 of 1 phase done')
    expect(describeRest([spent(100)], { open: 0, exhausted })).toBe('1 of 1 phase done')
    expect(describeRest([spent(0)], { open: 2, exhausted })).toBe('1 of 3 phases done')
  })
})
