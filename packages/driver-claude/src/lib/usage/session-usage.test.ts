import { expect, it } from 'vitest'
import { readMessage } from '../message/read-message.ts'
import { createSessionUsage, type SessionUsage } from './session-usage.ts'
import { noTokens } from '../message/token-counts.ts'
import { createTokenPrices } from './token-prices.ts'

const model = 'claude-sonnet-4-5'
const begun = (fresh: number, output: number, thread = '', more: Partial<typeof noTokens> = {}) =>
  ({ kind: 'begun', thread, model, tokens: { ...noTokens, fresh, output, ...more } }) as const
const grown = (outputTokens: number, thread = '') => ({ kind: 'grown', thread, outputTokens }) as const
const usageOf = (before: number | undefined = 0, prices = createTokenPrices()): SessionUsage =>
  createSessionUsage(before, prices)

const end = (usage: SessionUsage, fields: Record<string, unknown>): void => {
  for (const message of readMessage({ type: 'result', subtype: 'success', ...fields })) usage.add(message)
}

it('counts each token of a response once', () => {
  const usage = usageOf()
  for (const message of [begun(100, 1), grown(5), grown(9), grown(9), grown(3)]) usage.add(message)
  expect(usage.now()).toEqual({ inputTokens: 100, cachedInputTokens: 0, outputTokens: 9 })
  for (const message of [begun(200, 2, '', { cached: 50 }), grown(4)]) usage.add(message)
  expect(usage.now()).toEqual({ inputTokens: 350, cachedInputTokens: 50, outputTokens: 13 })
})

it('counts concurrent responses separately', () => {
  const usage = usageOf()
  for (const message of [begun(1, 1), begun(1, 1, 'sub'), grown(10), grown(20, 'sub')]) usage.add(message)
  expect(usage.now()).toMatchObject({ inputTokens: 2, outputTokens: 30 })
})

it('returns whether the count changed', () => {
  const usage = usageOf()
  expect(usage.add({ kind: 'text', text: 'x' })).toBe(false)
  expect(usage.add(begun(1, 1))).toBe(true)
})

it('uses the sum of the agent, but never less than the stream', () => {
  const usage = usageOf()
  for (const message of [begun(100, 1), grown(9)]) usage.add(message)
  const own = { inputTokens: 450, cacheReadInputTokens: 50, outputTokens: 2, costUSD: 0.3 }
  end(usage, { model_usage_since_last_result: { a: own } })
  expect(usage.now()).toEqual({ inputTokens: 500, cachedInputTokens: 50, outputTokens: 9, usd: 0.3 })
  expect(usage.lacksDollars()).toBe(false)
  expect(usage.end(7)).toEqual(usage.now())
})

it('reports dollars only if those of this session are known', () => {
  const costs = (before: number | undefined, fields: Record<string, unknown>) => {
    const usage = createSessionUsage(before, createTokenPrices())
    end(usage, fields)
    return usage.now().usd
  }
  expect(costs(0, { total_cost_usd: 0.5 })).toBe(0.5)
  expect(costs(0.25, { total_cost_usd: 0.5 })).toBe(0.25)
  // A smaller total was reset.
  expect(costs(0.75, { total_cost_usd: 0.5 })).toBe(0.5)
  expect(costs(undefined, { total_cost_usd: 0.5 })).toBeUndefined()
  expect(costs(0.25, {})).toBeUndefined()
})

it('takes the figure that a killed program left', () => {
  const usage = usageOf()
  usage.add(begun(1_000_000, 0))
  expect(usage.end(0.125)).toMatchObject({ usd: 0.125 })
  expect(usage.end(0.125)).not.toHaveProperty('estimated')
})

it('estimates the dollars of a killed session from its tokens, and marks them', () => {
  const usage = usageOf()
  const tokens = { written: 100_000, writtenLong: 10_000, cached: 1_000_000 }
  usage.add(begun(100_000, 1, '', tokens))
  usage.add(grown(10_000))
  // 0.1 fresh, 0.125 and 0.02 written, 0.1 cached, 0.05 written as output, of 3 dollars per million.
  expect(usage.end(undefined)).toMatchObject({ estimated: true, usd: expect.closeTo(1.185, 10) })
})

it('prefers figures of the vendor for the same model in this process', () => {
  const prices = createTokenPrices()
  const first = usageOf(0, prices)
  end(first, { model_usage_since_last_result: { [model]: { inputTokens: 500, costUSD: 1 } } })
  const second = usageOf(0, prices)
  second.add(begun(250, 0))
  expect(second.end(undefined)).toMatchObject({ usd: 0.5, estimated: true })
})

it('adds the dollars of a turn that was killed after the result of an earlier one', () => {
  const killed = (spent: number | undefined, name = model) => {
    const usage = usageOf()
    usage.add(begun(1_000, 0))
    end(usage, { model_usage_since_last_result: { [model]: { inputTokens: 1_000, costUSD: 0.1 + 0.2 } } })
    expect(usage.lacksDollars()).toBe(false)
    usage.add({ ...begun(500, 0), model: name })
    expect(usage.lacksDollars()).toBe(true)
    return usage.end(spent)
  }
  expect(killed(0.75)).toEqual({ inputTokens: 1_500, cachedInputTokens: 0, outputTokens: 0, usd: 0.75 })
  // The program stored this total before the turn.
  for (const spent of [0.3, undefined])
    expect(killed(spent)).toMatchObject({ usd: expect.closeTo(0.45, 10), estimated: true })
  expect(killed(undefined, 'local-model')).toMatchObject({ usd: expect.closeTo(0.3, 10), estimated: true })
})

it('lacks the dollars of a session whose result has none', () => {
  const usage = usageOf()
  usage.add(begun(1_000_000, 0))
  end(usage, {})
  expect(usage.lacksDollars()).toBe(true)
  expect(usage.end(undefined)).toMatchObject({ usd: 3, estimated: true })
})

it('leaves dollars unknown for a model without a price', () => {
  const usage = usageOf()
  usage.add({ ...begun(100, 1), model: 'local-model' })
  expect(usage.end(undefined)).toEqual({ inputTokens: 100, cachedInputTokens: 0, outputTokens: 1 })
})
