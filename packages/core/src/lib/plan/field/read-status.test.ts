import { expect, test } from 'vitest'
import { readStatus } from './read-status.ts'

test.each([
  ['⬜', 'pending'],
  ['🔄', 'in_progress'],
  ['✅', 'done'],
  ['⏸️', 'deferred'],
  ['⏭️', 'skipped'],
  ['✅ done', 'done'],
  ['✅*', 'done'],
  ['✅ (device QA pending)', 'done'],
  ['[x]', 'done'],
  ['[X] merged', 'done'],
  ['[ ]', 'pending'],
  ['Done', 'done'],
  ['COMPLETE', 'done'],
  ['In Progress', 'in_progress'],
  ['in-progress', 'in_progress'],
  ['Not started', 'pending'],
  ['⏳ in progress', 'in_progress'],
  ['paused', 'deferred'],
  ['on hold', 'deferred'],
  ['canceled', 'cancelled'],
  ['', undefined],
  ['—', undefined],
  ['half', undefined],
  ['constructor', undefined],
])('%j is %j', (text, status) => {
  expect(readStatus(text)).toBe(status)
})
