import type { PhaseReport } from '@amelia/core'
import { expect, it } from 'vitest'
import { listLimits } from './list-limits.ts'
import { cachedShare, type Cost } from './cost-row.ts'
import { costsByPhase } from './costs-by-phase.ts'
import { costsByRole } from './costs-by-role.ts'

const cost = (usd: number | null, inputTokens: number, sessions = 1): Cost => ({
  ...{ sessions, sessionMs: 1_000, inputTokens, cachedInputTokens: inputTokens / 2, outputTokens: 10 },
  ...{ tokens: inputTokens, usd, estimatedUsd: 0, unknownTokens: 0, unknownUsd: usd === null ? sessions : 0 },
})
const phase = (id: string, fields: object = {}): PhaseReport => ({ id, title: id, ...fields }) as PhaseReport
const session = (role: string, usd: number | null, fields: object = {}): object => ({
  ...{ role, usd, inputTokens: 100, cachedInputTokens: 40, outputTokens: 5, durationMs: 500, ...fields },
})

it('lists phases with costs, and the rest as the run itself', () => {
  const rows = costsByPhase([phase('a', { spent: cost(1, 100) }), phase('b')], cost(1.5, 130, 2))
  expect(
    rows.map(({ name, cost: { usd, inputTokens, sessions } }) => [name, usd, inputTokens, sessions]),
  ).toEqual([
    ['a', 1, 100, 1],
    ['run', 0.5, 30, 1],
  ])
})

it('adds up sessions by role, the most expensive first', () => {
  const attempts = [
    {
      sessions: [
        session('reviewer', 0.1),
        session('developer', 2),
        session('developer', null, { inputTokens: undefined, outputTokens: undefined }),
      ],
    },
  ]
  const [developer, reviewer] = costsByRole([phase('a', { attempts })])
  expect(developer).toMatchObject({
    name: 'developer',
    cost: { sessions: 2, usd: 2, unknownUsd: 1, unknownTokens: 1 },
  })
  expect(reviewer).toMatchObject({ name: 'reviewer', cost: { sessions: 1, inputTokens: 100, tokens: 69 } })
})

it('never divides by zero', () => {
  expect(cachedShare(cost(null, 0))).toBe(0)
  expect(cachedShare(cost(null, 100))).toBe(0.5)
})

it('lists limits of a budget, and those that stop a phase', () => {
  const report = { spent: { ...cost(3, 100), wallMs: 60_000 } } as never
  const waits = new Map([['a', { reason: 'budget', limits: ['usd'], sentence: '' } as never]])
  expect(listLimits({ usd: 4, sessions: 1 }, { report, waits: new Map() })).toEqual([
    { name: 'Cost', used: '$3.00', limit: '$4.00', share: 0.75 },
    { name: 'Sessions', used: '1', limit: '1', share: 1 },
  ])
  expect(listLimits(undefined, { report, waits })).toEqual([{ name: 'Cost', used: '$3.00', share: 1 }])
})
