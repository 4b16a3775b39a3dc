import { expect, it } from 'vitest'
import { failureClasses } from '../../contract/failure-class.ts'
import { refusedUsage } from './refused-usage.ts'

const noTokens = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 }

it('is nothing after a refusal, in the units that the driver counts', () => {
  for (const failure of ['auth', 'permission', 'rate_limited'] as const) {
    expect(refusedUsage(['tokens', 'usd'], failure)).toEqual({ ...noTokens, usd: 0 })
    expect(refusedUsage(['tokens'], failure)).toEqual(noTokens)
    expect(refusedUsage([], failure)).toEqual({})
  }
})

it('is unknown after any other failure', () => {
  const refusals = failureClasses.filter((name) => Object.keys(refusedUsage(['tokens'], name)).length > 0)
  expect(refusals.toSorted()).toEqual(['auth', 'permission', 'rate_limited'])
})
