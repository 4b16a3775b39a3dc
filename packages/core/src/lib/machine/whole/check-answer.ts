import { AmeliaError } from '../../error/amelia-error.ts'
import type { Budget } from '../../event/budget.ts'
import { type GateView, needsText } from '../../event/gate-view.ts'
import type { RunState } from '../state/run-state.ts'
import { checkAmount } from './check-amount.ts'
import { refusePhases } from '../../policy/answer/refuse-phases.ts'
import { checkScope } from './check-scope.ts'

interface UncheckedAnswer {
  gateId: string
  choice: string
  feedback?: string | undefined
  amount?: Budget | undefined
  scope?: string | undefined
  phaseIds?: readonly string[] | undefined
}

/**
 * The gate that an answer is for.
 *
 * Throws `GATE_EXPIRED`, `GATE_UNKNOWN` or `GATE_CHOICE`, and has changed nothing then. The loop asks before
 * it journals an answer.
 */
export const checkAnswer = (
  state: RunState,
  { gateId, choice, feedback, amount, scope, phaseIds }: UncheckedAnswer,
): GateView => {
  const gate = state.gates.get(gateId)
  const open = [...state.gates.keys()]
  if (!gate) {
    if (state.answered.has(gateId))
      throw new AmeliaError(
        'GATE_EXPIRED',
        `The gate "${gateId}" was answered already: this answer changes nothing.`,
        { gateId },
      )
    const which = open.length === 0 ? 'None is open.' : `Open gates: ${open.join(', ')}.`
    throw new AmeliaError('GATE_UNKNOWN', `Gate "${gateId}" not found. ${which}`, { gateId, open })
  }
  if (!gate.choices.some((offered) => offered === choice)) {
    const isForAgent = state.provider === undefined && needsText(choice)
    throw new AmeliaError(
      'GATE_CHOICE',
      `The gate "${gateId}" cannot be answered with "${choice}"${isForAgent ? ', which needs an agent' : ''}. It offers: ${gate.choices.join(', ')}.`,
      { gateId, choices: gate.choices },
    )
  }
  if ((choice === 'fix' || choice === 'answer') && !feedback?.trim())
    throw new AmeliaError(
      'GATE_CHOICE',
      `"${choice}" at the gate "${gateId}" needs words: give them as its feedback.`,
      { gateId, choices: gate.choices },
    )
  const refused = phaseIds && refusePhases(gate, { choice, phaseIds })
  if (refused !== undefined) throw new AmeliaError('GATE_CHOICE', refused, { gateId, choices: gate.choices })
  if (amount) checkAmount(state, gate, { choice, amount })
  if (choice === 'abort-revert' || scope !== undefined) checkScope(state, gate, { choice, scope })
  return gate
}
