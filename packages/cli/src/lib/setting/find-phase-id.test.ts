import { expect, it } from 'vitest'
import { findPhaseId } from './find-phase-id.ts'

const plan = (...ids: string[]) =>
  ({ phases: ids.map((id) => ({ id })) }) as Parameters<typeof findPhaseId>[1]

it.each([
  ['us-001', ['us-001'], 'us-001'],
  ['US-001', ['us-001'], 'us-001'],
  ['us001', ['us-001'], 'us-001'],
  ['us-001', ['us001'], 'us001'],
  ['2-A', ['2a'], '2a'],
  ['Phase 2A', ['2a'], '2a'],
  ['Task 3', ['3'], '3'],
  ['task-12', ['task-12'], 'task-12'],
  ['１', ['1'], '1'],
  ['a-1', ['a-1', 'a1'], 'a-1'],
  ['a1', ['a-1', 'a1'], 'a1'],
  ['A 1', ['a-1', 'a1'], 'a1'],
  ['9', ['1'], '9'],
])('%s among %j is %s', (name, ids, expected) => {
  expect(findPhaseId(name, plan(...ids))).toBe(expected)
})

it('normalizes a name without a plan', () => {
  expect(findPhaseId('Phase 2-A', undefined)).toBe('2a')
})
