import { describe, expect, it } from 'vitest'
import {
  createMachineRun,
  inputsOf,
  type MachineRun,
  type MachineRunOptions,
} from '../../../test/machine-run.ts'
import { phase } from '../../../test/sample-plan.ts'
import { checkAnswer } from './whole/check-answer.ts'

const thrown = (action: () => unknown): unknown => {
  try {
    action()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

/** Phase `a` cannot go on. */
const blocked = (more: object = {}, options: MachineRunOptions = {}): MachineRun => {
  const machine = createMachineRun({ provider: 'p', ...options })
  const inputs = inputsOf()
  machine.feed(inputs.opened, inputs.blocked(more), inputs.committed)
  return machine
}

describe('checkAnswer', () => {
  it('gives the gate that an answer is for', () => {
    const machine = blocked()
    expect(checkAnswer(machine.state, { gateId: 'blocker:a:1', choice: 'skip' })).toBe(machine.gate())
  })

  it('says that a gate was answered before', () => {
    const machine = blocked()
    machine.answer('skip')
    expect(thrown(() => checkAnswer(machine.state, { gateId: 'blocker:a:1', choice: 'skip' }))).toMatchObject(
      {
        code: 'GATE_EXPIRED',
        message: expect.stringContaining(
          'The gate "blocker:a:1" was answered already: this answer changes nothing.',
        ),
        details: { gateId: 'blocker:a:1' },
      },
    )
  })

  it('says which gates are open when it knows none of that name', () => {
    const two = createMachineRun({ phases: [phase('a'), phase('b')] })
    for (const id of ['a', 'b']) {
      const inputs = inputsOf(id)
      two.feed(inputs.opened, inputs.blocked(), inputs.committed)
    }
    expect(thrown(() => checkAnswer(two.state, { gateId: 'x', choice: 'skip' }))).toMatchObject({
      code: 'GATE_UNKNOWN',
      message: expect.stringContaining('Gate "x" not found. Open gates: blocker:a:1, blocker:b:1.'),
      details: { gateId: 'x', open: ['blocker:a:1', 'blocker:b:1'] },
    })
    expect(
      thrown(() => checkAnswer(createMachineRun().state, { gateId: 'x', choice: 'skip' })),
    ).toMatchObject({
      message: expect.stringContaining('Gate "x" not found. None is open.'),
    })
  })

  it('says what a gate offers', () => {
    const choices = ['retry', 'fix', 'skip', 'abort', 'abort-revert']
    expect(
      thrown(() => checkAnswer(blocked().state, { gateId: 'blocker:a:1', choice: 'approve' })),
    ).toMatchObject({
      code: 'GATE_CHOICE',
      message: expect.stringContaining(
        'The gate "blocker:a:1" cannot be answered with "approve". It offers: retry, fix, skip, abort, abort-revert.',
      ),
      details: { gateId: 'blocker:a:1', choices },
    })
  })

  it.each([undefined, '', ' \n'])('wants an instruction with a fix, and %j is none', (feedback) => {
    const { state } = blocked()
    expect(
      thrown(() => checkAnswer(state, { gateId: 'blocker:a:1', choice: 'fix', feedback })),
    ).toMatchObject({
      code: 'GATE_CHOICE',
      message: expect.stringContaining(
        '"fix" at the gate "blocker:a:1" needs words: give them as its feedback.',
      ),
      details: { gateId: 'blocker:a:1', choices: ['retry', 'fix', 'skip', 'abort', 'abort-revert'] },
    })
    expect(checkAnswer(state, { gateId: 'blocker:a:1', choice: 'fix', feedback: 'do it' }).id).toBe(
      'blocker:a:1',
    )
  })
})
