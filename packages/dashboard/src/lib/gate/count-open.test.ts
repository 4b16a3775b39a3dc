import type { GateAnswer, GateView } from '@amelia/core'
import { expect, it } from 'vitest'
import { countOpen } from './count-open.ts'
import { withoutAnswered } from './without-answered.ts'

const gate = { id: 'checkpoint:batch-1:1', kind: 'checkpoint', phaseIds: ['1', '2', '3'] } as GateView
const approve = (...phaseIds: string[]): GateAnswer => ({ gateId: gate.id, choice: 'approve', phaseIds })

it('keeps a question open until each of its phases has an answer', () => {
  expect(countOpen([gate], [])).toBe(1)
  expect(countOpen([gate], [approve('1', '3')])).toBe(1)
  expect(countOpen([gate], [approve('1', '3'), approve('2')])).toBe(0)
  expect(countOpen([gate], [{ gateId: gate.id, choice: 'approve' }])).toBe(0)
})

it('asks about the phases without an answer', () => {
  expect(withoutAnswered(gate, [approve('1', '3')]).phaseIds).toEqual(['2'])
  expect(withoutAnswered(gate, [{ ...approve('1'), gateId: 'other' }])).toBe(gate)
})
