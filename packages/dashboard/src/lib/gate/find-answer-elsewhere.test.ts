import type { GateChoice, GateView, RunEvent } from '@amelia/core'
import { expect, it } from 'vitest'
import { findAnswerElsewhere } from './find-answer-elsewhere.ts'

const resolved = (gateId: string, choice: GateChoice): RunEvent => ({
  ...{ type: 'gate_resolved', seq: 1, at: '2026-01-01T00:00:00.000Z', runId: 'r', gateId, choice },
})
const gate = { kind: 'plan', choices: ['approve', 'reject'] } satisfies Partial<GateView>
const shown = new Map([['plan', gate]])

it('finds the answer of somebody else to a question that was shown', () => {
  const events = [resolved('plan', 'approve')]
  const answer = { gate, choice: 'approve' }
  expect(findAnswerElsewhere(events, { shown, sent: new Map() })).toEqual(answer)
  const sent = new Map<string, GateChoice>([['plan', 'reject']])
  expect(findAnswerElsewhere(events, { shown, sent })).toEqual(answer)
})

it('leaves out the own answer, questions that were not shown, and other events', () => {
  const sent = new Map<string, GateChoice>([['plan', 'approve']])
  expect(findAnswerElsewhere([resolved('plan', 'approve')], { shown, sent })).toBeUndefined()
  expect(findAnswerElsewhere([resolved('other', 'approve')], { shown, sent })).toBeUndefined()
  expect(findAnswerElsewhere([], { shown, sent })).toBeUndefined()
})
