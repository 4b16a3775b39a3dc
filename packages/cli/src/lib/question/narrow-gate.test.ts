import type { GateView } from '@amelia/core'
import { expect, it } from 'vitest'
import { narrowGate, readPhaseNames } from './narrow-gate.ts'

const gate: GateView = {
  ...{ id: 'g', kind: 'checkpoint', phaseIds: ['2A', '2-B', '3'], question: 'Approve?' },
  ...{ details: [], suggestions: [], choices: ['approve', 'send-back', 'abort', 'abort-revert'] },
}

it.each([
  ['2a', ['2A']],
  ['3, 2b', ['2-B', '3']],
  ['2A 2-B 2A', ['2A', '2-B']],
  ['', undefined],
  ['9', undefined],
  ['2a, 9', undefined],
])('reads %j as phases of a question', (text, expected) => {
  expect(readPhaseNames(text, gate.phaseIds)).toEqual(expected)
})

it('offers only answers that can be for some phases', () => {
  expect(narrowGate(gate, ['3'])).toMatchObject({ phaseIds: ['3'], choices: ['approve', 'send-back'] })
  expect(narrowGate(gate, gate.phaseIds)).toBe(gate)
})
