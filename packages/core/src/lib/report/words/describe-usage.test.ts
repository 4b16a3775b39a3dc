import { describe, expect, it } from 'vitest'
import { describeUsage, fitUsage, shortUsage } from './describe-usage.ts'

const cost = {
  ...{ sessions: 2, sessionMs: 1, tokens: 0, usd: 1.234, estimatedUsd: 0, unknownTokens: 0, unknownUsd: 0 },
  ...{ inputTokens: 1_234_567, cachedInputTokens: 999_999, outputTokens: 34_400 },
}
const unknown = {
  ...cost,
  ...{ sessions: 1, usd: null, unknownUsd: 1, unknownTokens: 1 },
  ...{ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
}

describe('describeUsage', () => {
  it.each([
    [cost, '2 sessions, 1.2M in (1.0M cached), 34k out, $1.23'],
    [{ ...cost, unknownUsd: 1 }, '2 sessions, 1.2M in (1.0M cached), 34k out, at least $1.23'],
    [{ ...cost, unknownTokens: 1, cachedInputTokens: 0 }, '2 sessions, at least 1.2M in, 34k out, $1.23'],
    [{ ...cost, estimatedUsd: 1 }, '2 sessions, 1.2M in (1.0M cached), 34k out, $1.23 ($1.00 estimated)'],
    [unknown, '1 session'],
  ])('%# is %s', (given, text) => {
    expect(describeUsage(given)).toBe(text)
  })
})

it('shortens to dollars, or else tokens, and to nothing if both are unknown', () => {
  expect(shortUsage(cost)).toBe('$1.23')
  expect(shortUsage({ ...cost, unknownUsd: 1, estimatedUsd: 1 })).toBe('~$1.23+')
  expect(shortUsage({ ...cost, usd: null })).toBe('1.3M tok')
  expect(shortUsage(unknown)).toBe('')
})

it.each([
  [cost, 50, '2 sessions, 1.2M in (1.0M cached), 34k out, $1.23'],
  [cost, 48, '1.2M in, 34k out, $1.23'],
  [{ ...cost, unknownTokens: 1 }, 49, 'at least 1.2M in, 34k out, $1.23'],
  [cost, 22, '$1.23'],
  [cost, 4, ''],
  [unknown, 9, '1 session'],
  [unknown, 8, ''],
])('%# has its most important figures in few columns', (given, width, text) => {
  expect(fitUsage(given, width)).toBe(text)
})
