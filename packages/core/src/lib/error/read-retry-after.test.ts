import { expect, it } from 'vitest'
import { readRetryAfter, readWaitInText } from './read-retry-after.ts'

const now = Date.UTC(2026, 0, 1)
const dateIn = (ms: number): string => new Date(now + ms).toUTCString()

it.each([
  [{ 'retry-after': '0' }, 0],
  [{ 'Retry-After': '1.5' }, 1_500],
  [{ 'retry-after': dateIn(90_000) }, 90_000],
  [{ 'retry-after': dateIn(-90_000) }, 0],
  [{ 'retry-after': '99999999' }, 24 * 60 * 60_000],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after-ms': '12', 'retry-after': '7' }, 12],
  [{}, undefined],
])('reads the headers %o', (headers, ms) => {
  expect(readRetryAfter(headers, now)).toBe(ms)
})

it.each([
  ['Please try again in 11.054s.', 11_054],
  ['try again in 20ms', 20],
  ['Please try again in 380 milliseconds.', 380],
  ['Try again in 1m3s.', 63_000],
  ['try again in 3 days 4 hours 5 minutes.', 24 * 60 * 60_000],
  ['try again in 3 hours, 5 minutes and 1 second; your plan renews in 4 days', 11_101_000],
  ['try again in 2 seconds', 2_000],
  ['retry after 34.07s', 34_070],
  ['"retryDelay": "34s"', 34_000],
  ['try again in a while', undefined],
  ['7 seconds', undefined],
])('reads the text %s', (text, ms) => {
  expect(readWaitInText(text)).toBe(ms)
})
