import { expect, it } from 'vitest'
import { checkpointState } from './checkpoint-state.ts'

const gate = (kind: 'checkpoint' | 'blocker', phaseIds: string[]) => ({
  ...{ id: 'g', kind, phaseIds, question: '', details: [], suggestions: [], choices: [] },
})
const approval = (phases: string[], approved: boolean) => ({ batch: 1, phases, approved, at: '' })

const state = (
  phases: string[],
  { gates = [], batches = [], ...report }: Partial<NonNullable<Parameters<typeof checkpointState>[0]>> = {},
) => checkpointState({ gates, batches, ...report }, { batch: 1, phases })

it('waits while a question about its phases is open', () => {
  const batchApprovals = [approval(['a'], false)]
  expect(state(['a', 'b'], { gates: [gate('checkpoint', ['a'])], batchApprovals })).toBe('waiting')
  expect(state(['a'], { gates: [gate('blocker', ['a'])] })).toBe('none')
})

it('has the last answer about its phases', () => {
  const batchApprovals = [approval(['a'], false), approval(['a', 'b'], true), approval(['c'], false)]
  expect(state(['a'], { batchApprovals })).toBe('approved')
  expect(state(['c'], { batchApprovals })).toBe('sent-back')
  expect(state(['d'], { batchApprovals })).toBe('none')
  expect(checkpointState(undefined, { batch: 1, phases: ['a'] })).toBe('none')
})

// seed: intelligent-execution 109
it('is planned where the run will ask, until the batch has ended', () => {
  const batch = (status: 'pending' | 'completed', more: { checkpoint?: 'batch' } = {}) => [
    { batch: 1, phases: ['a'], status, completedSteps: [], ...more },
  ]
  expect(state(['a'], { batches: batch('pending', { checkpoint: 'batch' }) })).toBe('planned')
  expect(state(['a'], { batches: batch('completed', { checkpoint: 'batch' }) })).toBe('none')
  expect(state(['a'], { batches: batch('pending') })).toBe('none')
})
