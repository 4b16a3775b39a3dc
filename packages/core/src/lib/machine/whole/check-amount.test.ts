import { expect, it } from 'vitest'
import { createMachineRun } from '../../../../test/machine-run.ts'
import { phase } from '../../../../test/sample-plan.ts'
import { checkAnswer } from './check-answer.ts'
import { sessionUsed } from '../../../../test/session-used.ts'

/** A run whose tokens are used up, and whose dollars are not. */
const broke = () => {
  const machine = createMachineRun({
    phases: [phase('a', [], { subtasks: [] })],
    settings: { budget: { tokens: 100, usd: 10 } },
  })
  machine.feed(
    { type: 'workspace_opened', phaseId: 'a', attempt: 1 },
    sessionUsed({ inputTokens: 100, usd: 1 }, { session: 's1' }),
  )
  return machine.state
}

const gateId = 'run:budget:1'

it.each([[{ tokens: 1 }], [{ tokens: 1, usd: 1 }]])('accepts %j of tokens that are used up', (amount) => {
  expect(checkAnswer(broke(), { gateId, choice: 'approve', amount }).id).toBe(gateId)
})

it.each([
  [{ usd: 5 }, 'approve', 'is about tokens, which the amount does not name. Give an amount of tokens.'],
  [{ sessions: 5 }, 'approve', 'has no limit of sessions. It limits: tokens, usd.'],
  [{ tokens: 0 }, 'approve', 'The amount of tokens must be a number above 0; got 0.'],
  [{ tokens: Number.NaN }, 'approve', 'The amount of tokens must be a number above 0; got NaN.'],
  [{ tokens: 5 }, 'abort', 'Only "approve" takes an amount; got one with "abort"'],
])('refuses %j with %s', (amount, choice, message) => {
  expect(() => checkAnswer(broke(), { gateId, choice, amount })).toThrow(message)
})

it('refuses an amount at another gate', () => {
  const machine = createMachineRun({ phases: [phase('a')], provider: 'p' })
  machine.feed(
    { type: 'workspace_opened', phaseId: 'a', attempt: 1 },
    {
      type: 'unit_finished',
      phaseId: 'a',
      attempt: 1,
      unit: { kind: 'phase' },
      result: { outcome: 'blocked', blocker: 'needs_judgment', message: 'Which?', details: [] },
    },
    { type: 'attempt_committed', phaseId: 'a', attempt: 1, commit: 'c', tree: 't', files: [] },
  )
  const [gate] = machine.state.gates.values()
  expect(() =>
    checkAnswer(machine.state, { gateId: gate!.id, choice: 'retry', amount: { tokens: 1 } }),
  ).toThrow(`The gate "${gate!.id}" is not about a budget, so its answer takes no amount.`)
})
