import { expect, it } from 'vitest'
import { readReset } from './read-reset.ts'

/** 19:00:30 in Tokyo. */
const now = Date.UTC(2026, 10, 30, 10, 0, 30)
const minute = 60_000

it.each([
  ["You've hit your limit · resets 8pm (Asia/Tokyo)", 59 * minute + 30_000],
  ['resets at 19:30 (Asia/Tokyo)', 29 * minute + 30_000],
  ['resets 7pm (Asia/Tokyo)', 24 * 60 * minute - 30_000],
  ['resets 12am (UTC)', 14 * 60 * minute - 30_000],
  ['Please try again in 5 minutes', 5 * minute],
  ['resets 25:00 (UTC)', undefined],
  ['resets 8pm (Nowhere/City)', undefined],
  ['Limit reached', undefined],
])('reads the wait in %j', (text, ms) => {
  expect(readReset(text, now)).toBe(ms)
})
