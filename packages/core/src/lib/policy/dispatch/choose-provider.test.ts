import { expect, it } from 'vitest'
import { chooseProvider } from './choose-provider.ts'

const minute = 60_000
const at = 1_000 * minute

/** Chooses among `a`, `b` and `c`; each pause is its minutes left and the minutes of its row. */
const choose = (pauses: Record<string, [left: number, total: number]>): string | undefined =>
  chooseProvider(
    ['a', 'b', 'c'],
    new Map(
      Object.entries(pauses).map(([provider, [left, total]]) => [
        provider,
        { until: at + left * minute, totalMs: total * minute },
      ]),
    ),
    { at, failoverAfterMs: 5 * minute },
  )

it.each([
  ['the first of the list', {}, 'a'],
  ['one whose pauses are short: it is waited for', { a: [5, 5] }, 'a'],
  ['the next one, while the pauses of the first are long', { a: [6, 6] }, 'b'],
  ['the next one, even shortly before a long pause ends', { a: [1, 60] }, 'b'],
  ['the first one again, once its pause is over', { a: [0, 60] }, 'a'],
  ['the one after the next', { a: [60, 60], b: [60, 60] }, 'c'],
  ['one that is waited for before a free one', { a: [60, 60], b: [1, 1] }, 'b'],
  ['the one that is free first, if all pauses are long', { a: [60, 60], b: [20, 20], c: [30, 30] }, 'b'],
] as const)('chooses %s', (_, pauses, chosen) => {
  expect(choose(pauses as unknown as Record<string, [number, number]>)).toBe(chosen)
})

it('chooses nothing from an empty list', () => {
  expect(chooseProvider([], new Map(), { at, failoverAfterMs: 0 })).toBeUndefined()
})
