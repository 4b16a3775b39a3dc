import { expect, it } from 'vitest'
import { readMessage } from './read-message.ts'
import { createSessionUsage, type SessionUsage } from './session-usage.ts'

const begun = (inputTokens: number, outputTokens: number, thread = '') =>
  ({ kind: 'begun', thread, inputTokens, outputTokens }) as const
const grown = (outputTokens: number, thread = '') => ({ kind: 'grown', thread, outputTokens }) as const

const end = (usage: SessionUsage, fields: Record<string, unknown>): void => {
  for (const message of readMessage({ type: 'result', subtype: 'success', ...fields })) usage.add(message)
}

it('counts each token of a response once', () => {
  const usage = createSessionUsage(0)
  for (const message of [begun(100, 1), grown(5), grown(9), grown(9), grown(3)]) usage.add(message)
  expect(usage.now()).toEqual({ inputTokens: 100, outputTokens: 9 })
  for (const message of [begun(200, 2), grown(4)]) usage.add(message)
  expect(usage.now()).toEqual({ inputTokens: 300, outputTokens: 13 })
})

it('counts concurrent responses separately', () => {
  const usage = createSessionUsage(0)
  for (const message of [begun(1, 1), begun(1, 1, 'sub'), grown(10), grown(20, 'sub')]) usage.add(message)
  expect(usage.now()).toEqual({ inputTokens: 2, outputTokens: 30 })
})

it('returns whether the count changed', () => {
  const usage = createSessionUsage(0)
  expect(usage.add({ kind: 'text', text: 'x' })).toBe(false)
  expect(usage.add(begun(1, 1))).toBe(true)
})

it('uses the sum of the agent, but never less than the stream', () => {
  const usage = createSessionUsage(undefined)
  for (const message of [begun(100, 1), grown(9)]) usage.add(message)
  end(usage, { model_usage_since_last_result: { a: { inputTokens: 500, outputTokens: 2, costUSD: 0.3 } } })
  expect(usage.now()).toEqual({ inputTokens: 500, outputTokens: 9, usd: 0.3 })
})

it('reports dollars only if those of this session are known', () => {
  const costs = (before: number | undefined, fields: Record<string, unknown>) => {
    const usage = createSessionUsage(before)
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
