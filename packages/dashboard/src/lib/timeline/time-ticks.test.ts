import { expect, it } from 'vitest'
import { formatOffset, timeTicks } from './time-ticks.ts'

const labels = (length: number, most: number): string[] => timeTicks(length, most).map(({ label }) => label)

it('chooses marks that people read easily, from seconds to days', () => {
  expect(labels(10_000, 5)).toEqual(['0', '2s', '4s', '6s', '8s', '10s'])
  expect(labels(9 * 60_000, 6)).toEqual(['0', '2m', '4m', '6m', '8m'])
  expect(labels(20 * 3_600_000, 5)).toEqual(['0', '6h', '12h', '18h'])
  expect(labels(9 * 86_400_000, 5)).toEqual(['0', '2d', '4d', '6d', '8d'])
})

it('stays within the room, also for years and for one label', () => {
  for (const length of [1, 999, 86_400_000, 4e11]) expect(timeTicks(length, 4).length).toBeLessThanOrEqual(5)
  expect(labels(4_000 * 86_400_000, 1)).toHaveLength(2)
})

it('formats with at most two units', () => {
  expect([0, 500, 1_500, 90_000, 3_600_000, 108_061_000].map(formatOffset)).toEqual([
    '0',
    '0.5s',
    '1.5s',
    '1m 30s',
    '1h',
    '1d 6h',
  ])
})
