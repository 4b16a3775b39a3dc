import { expect, it } from 'vitest'
import { timeTicks } from './time-ticks.ts'

const at = (time: string): number => new Date(`2026-03-02T${time}`).getTime()
const labels = (from: number, length: number, most: number): string[] =>
  timeTicks({ from, length }, most).map(({ label }) => label)

it('marks round times of the clock, from seconds to days', () => {
  expect(labels(at('14:03:58'), 10_000, 5)).toEqual([
    '14:03:58',
    '14:04:00',
    '14:04:02',
    '14:04:04',
    '14:04:06',
    '14:04:08',
  ])
  expect(labels(at('14:03:58'), 9 * 60_000, 6)).toEqual(['14:04', '14:06', '14:08', '14:10', '14:12'])
  expect(labels(at('05:10:00'), 20 * 3_600_000, 5)).toEqual(['06:00', '12:00', '18:00', '00:00'])
  expect(labels(at('05:10:00'), 3 * 86_400_000, 5)).toEqual(['03-03', '03-04', '03-05'])
})

it('counts from the start, and stays within the room', () => {
  expect(timeTicks({ from: at('14:03:50'), length: 60_000 }, 6)[0]?.at).toBe(0)
  for (const length of [1, 999, 86_400_000, 4e11])
    expect(timeTicks({ from: at('14:03:58'), length }, 4).length).toBeLessThanOrEqual(5)
})
