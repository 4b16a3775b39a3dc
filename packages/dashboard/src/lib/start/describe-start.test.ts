import { expect, it } from 'vitest'
import { describeEstimate, describeStart } from './describe-start.ts'

it.each([
  [12, 'claude', 'Start 12 phases with Claude'],
  [1, 'steps', 'Start 1 phase without an agent'],
  [2, undefined, 'Start 2 phases'],
])('says what the button does: %j %j', (phases, agent, expected) => {
  expect(describeStart(phases, agent)).toBe(expected)
})

const earlier = {
  ...{ runs: 3, tokens: { least: 1_000, most: 4_000 }, usd: { least: 0.2, most: 0.5 } },
  minutes: { least: 2, most: 6 },
}
const batches = [{ phases: ['1'] }, { phases: ['2', '3'] }]

it('estimates from earlier runs, by batch and by phase', () => {
  expect(describeEstimate({ batches }, { phases: 3, earlier })).toBe(
    'Expect about 4 min to 12 min, $0.60 to $1.50, from 3 earlier runs.',
  )
  expect(describeEstimate({ batches, minutes: 200 }, { phases: 3, earlier: { ...earlier, usd: null } })).toBe(
    'Expect about 3 h by the plan, 3.0k to 12k tokens, from 3 earlier runs.',
  )
})

it('names an estimate that is missing', () => {
  expect(describeEstimate({ batches }, { phases: 0, earlier })).toBe('No agent works, so it costs nothing.')
  expect(describeEstimate({ batches, minutes: 30 }, { phases: 1, earlier: undefined })).toBe(
    'Expect about 30 min by the plan. The price is unknown: no earlier run of this repository reported its tokens.',
  )
})
