import { expect, it } from 'vitest'
import { countedWord, describeSaved, isForNone } from './gate-words.ts'

const gate = { kind: 'checkpoint' } as const

it('counts the phases of an answer for some of them', () => {
  expect(countedWord(gate, 'approve', { picked: 2, asked: 3 })).toBe('Approve 2 of 3')
  expect(countedWord(gate, 'approve', { picked: 3, asked: 3 })).toBe('Approve')
  expect(countedWord(gate, 'abort', { picked: 2, asked: 3 })).toBe('End the run')
  expect(describeSaved(gate, [{ choice: 'approve', phaseIds: ['1', '2'] }])).toBe('approve for 1, 2')
})

it('refuses an answer for no phase, and takes one about a plan', () => {
  expect(isForNone({ picked: 0, asked: 3 }, 'approve')).toBe(true)
  expect(isForNone({ picked: 0, asked: 3 }, 'abort')).toBe(false)
  expect(isForNone({ picked: 0, asked: 0 }, 'approve')).toBe(false)
})
