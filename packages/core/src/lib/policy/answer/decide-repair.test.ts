import { expect, it } from 'vitest'
import { decideRepair } from './decide-repair.ts'

it.each([
  [1, true, true, 'resume'],
  [1, true, false, 'resume'],
  [1, false, true, 'restart'],
  [1, false, false, 'none'],
  [2, true, true, 'none'],
  [2, false, true, 'none'],
] as const)('after %i tries, resumable %s, read-only %s: %s', (tries, canResume, isReadOnly, repair) => {
  expect(decideRepair({ tries, canResume, isReadOnly })).toBe(repair)
})
