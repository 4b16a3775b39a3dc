import { expect, it } from 'vitest'
import { costRange, estimateCost } from './estimate-cost.ts'

const run = (tokens: number, usd: number | null, ...statuses: string[]) =>
  ({
    phases: statuses.map((status) => ({ status, spent: {} })),
    spent: { tokens, usd, unknownTokens: 0, unknownUsd: 0 },
  }) as never

it('multiplies the lowest and the highest cost of a phase by their number', () => {
  const runs = [run(1_000, 1, 'completed', 'failed'), run(8_000, 4, 'completed', 'completed')]
  expect(costRange(runs, 3)).toEqual({
    runs: 2,
    tokens: { least: 3_000, most: 12_000 },
    usd: { least: 3, most: 6 },
  })
  expect(costRange([...runs, run(2_000, null, 'completed')], 3)).toMatchObject({ runs: 3, usd: null })
  expect(costRange([run(1_000, 1, 'failed')], 3)).toBeUndefined()
  expect(costRange(runs, 0)).toBeUndefined()
})

it('skips runs that cannot be read', async () => {
  const store = { list: async () => [{ runId: 'r1', updatedAt: 0, locked: false }], load: async () => [] }
  const clock = { now: () => 0, wait: () => new Promise<void>(() => {}) }
  expect(await estimateCost({ store, clock } as never, 3)).toBeUndefined()
})
