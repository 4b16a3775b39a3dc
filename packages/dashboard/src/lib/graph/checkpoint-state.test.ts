import { expect, it } from 'vitest'
import { checkpointState } from './checkpoint-state.ts'

const gate = (kind: 'checkpoint' | 'blocker', phaseIds: string[]) => ({
  ...{ id: 'g', kind, phaseIds, question: '', details: [], suggestions: [], choices: [] },
})
const approval = (phases: string[], approved: boolean) => ({ batch: 1, phases, approved, at: '' })

it('waits while a question about its phases is open', () => {
  const batchApprovals = [approval(['a'], false)]
  expect(checkpointState({ gates: [gate('checkpoint', ['a'])], batchApprovals }, ['a', 'b'])).toBe('waiting')
  expect(checkpointState({ gates: [gate('blocker', ['a'])] }, ['a'])).toBe('none')
})

it('has the last answer about its phases', () => {
  const batchApprovals = [approval(['a'], false), approval(['a', 'b'], true), approval(['c'], false)]
  expect(checkpointState({ gates: [], batchApprovals }, ['a'])).toBe('approved')
  expect(checkpointState({ gates: [], batchApprovals }, ['c'])).toBe('sent-back')
  expect(checkpointState({ gates: [], batchApprovals }, ['d'])).toBe('none')
  expect(checkpointState(undefined, ['a'])).toBe('none')
})
