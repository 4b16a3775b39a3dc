import { describe, expect, expectTypeOf, it } from 'vitest'
import type { BlockerType } from '../../event/blocker-type.ts'
import type { GateChoice, GateKind, GateView } from '../../event/gate-view.ts'
import { askGate, type GateQuestion, type MakerName } from './gate-question.ts'

const gate: GateView = {
  id: 'checkpoint:a:1',
  kind: 'checkpoint',
  phaseIds: ['a'],
  question: 'Take it?',
  details: ['a: x.txt'],
  suggestions: ['git show c1'],
  choices: ['approve', 'send-back', 'abort'],
}

type AnswersOf<Question> = Question extends GateQuestion ? keyof Question['choices'] : never

describe('askGate', () => {
  it('has a type for every kind of gate, and a function for every choice', () => {
    expectTypeOf<GateQuestion['kind']>().toEqualTypeOf<GateKind>()
    expectTypeOf<AnswersOf<GateQuestion>>().toEqualTypeOf<MakerName<GateChoice>>()
    expectTypeOf<Extract<GateQuestion, { kind: 'blocker' }>['blocker']>().toEqualTypeOf<BlockerType>()
    expectTypeOf<Extract<GateQuestion, { kind: 'plan' }>['blocker']>().toEqualTypeOf<undefined>()
  })

  it('contains every field of the gate', () => {
    const { choices, ...said } = askGate(gate)
    const { choices: names, ...view } = gate
    expect(said).toEqual(view)
    expect(names).toEqual(['approve', 'send-back', 'abort'])
    expect(Object.keys(choices)).toEqual(['approve', 'sendBack', 'abort'])
  })

  it('creates answers to this gate', () => {
    const question = askGate(gate)
    if (question.kind !== 'checkpoint') throw new Error('another kind')
    expect(question.choices.approve()).toEqual({ gateId: gate.id, choice: 'approve' })
    expect(question.choices.abort()).toEqual({ gateId: gate.id, choice: 'abort' })
    expect(question.choices.sendBack?.('Name it better')).toEqual({
      gateId: gate.id,
      choice: 'send-back',
      feedback: 'Name it better',
    })
  })

  it('passes on only strings', async () => {
    const question = askGate({ ...gate, kind: 'plan', choices: ['approve', 'reject'] })
    if (question.kind !== 'plan') throw new Error('another kind')
    expect(await Promise.resolve({ some: 'object' }).then(question.choices.approve as () => unknown)).toEqual(
      {
        gateId: gate.id,
        choice: 'approve',
      },
    )
    expect(question.choices.reject('No')).toMatchObject({ choice: 'reject', feedback: 'No' })
  })
})
