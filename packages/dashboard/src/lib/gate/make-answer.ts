import type { Budget, GateChoice, RevertScope, ControlCommand } from '@amelia/core'

/** The parts of an answer that a person fills in. */
export interface AnswerParts {
  choice: GateChoice
  feedback: string
  scope: RevertScope
  /** The amount, as typed, of one unit of the budget. */
  amount?: { kind: keyof Budget; text: string } | undefined
  /** The phases that the answer is for. Default: all. */
  phaseIds?: readonly string[] | undefined
}

/** Milliseconds in a unit as a person types it. */
const factors: Partial<Record<keyof Budget, number>> = { wallMs: 60_000 }

/** Makes the command of an answer: with the parts that its choice has. */
export const makeAnswer = (
  gateId: string,
  { choice, feedback, scope, amount, phaseIds }: AnswerParts,
): Extract<ControlCommand, { type: 'answer' }> => {
  const text = feedback.trim()
  const number = amount && Number(amount.text) * (factors[amount.kind] ?? 1)
  return {
    ...{ type: 'answer', gateId, choice },
    ...(choice === 'abort-revert' ? { scope } : text !== '' && { feedback: text }),
    ...(phaseIds && { phaseIds }),
    ...(choice === 'approve' && amount && number ? { amount: { [amount.kind]: number } } : {}),
  }
}
