import { expect, test } from 'vitest'
import { findPhaseId } from './find-phase-id.ts'

test.each([
  ['2A', ['2A', '2B'], '2A'],
  ['2a', ['2A', '2B'], '2A'],
  ['Phase 2-a', ['2A', '2B'], '2A'],
  ['us001', ['US-001'], 'US-001'],
  ['a1', ['a-1', 'a1'], 'a1'],
  ['A1', ['a-1', 'a1'], 'A1'],
  ['3', ['2A'], '3'],
])('%s among %j is %s', (name, ids, expected) => {
  expect(findPhaseId(ids, name)).toBe(expected)
})
