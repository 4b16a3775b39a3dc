import { AmeliaError } from '../../error/amelia-error.ts'
import type { Budget } from '../../event/budget.ts'
import type { GateView } from '../../event/gate-view.ts'
import { findExhausted, spendKinds } from '../../policy/dispatch/find-exhausted.ts'
import type { RunState } from '../state/run-state.ts'
import { describeValue } from '../../error/check/describe-value.ts'

/**
 * Throws `GATE_CHOICE` for an amount that changes nothing: at another gate or with another answer than
 * `approve`, in a unit without a limit, or only in units that are not used up.
 */
export const checkAmount = (
  state: RunState,
  { id: gateId, blocker, phaseIds, choices }: GateView,
  { choice, amount }: { choice: string; amount: Budget },
): void => {
  const refuse = (message: string): never => {
    throw new AmeliaError('GATE_CHOICE', message, { gateId, choices })
  }
  if (blocker !== 'budget_exceeded')
    refuse(`The gate "${gateId}" is not about a budget, so its answer takes no amount. Answer without one.`)
  if (choice !== 'approve')
    refuse(`Only "approve" takes an amount; got one with "${choice}" at the gate "${gateId}".`)
  const kinds = spendKinds.filter((kind) => amount[kind] !== undefined)
  for (const kind of kinds)
    if (!Number.isFinite(amount[kind]) || amount[kind]! <= 0)
      refuse(`The amount of ${kind} must be a number above 0; got ${describeValue(amount[kind])}.`)
  const phase = state.phases[state.graph.index.get(phaseIds[0] ?? '') ?? -1]
  const { spent, allowed } = phase ?? state.budget
  const unlimited = kinds.filter((kind) => allowed[kind] === undefined)
  const limited = spendKinds.filter((kind) => allowed[kind] !== undefined)
  if (unlimited.length > 0)
    refuse(
      `The budget at the gate "${gateId}" has no limit of ${unlimited.join(' and ')}. It limits: ${limited.join(', ') || 'nothing'}.`,
    )
  const exhausted = findExhausted(spent, allowed)
  if (exhausted.length > 0 && !kinds.some((kind) => exhausted.includes(kind)))
    refuse(
      `The gate "${gateId}" is about ${exhausted.join(' and ')}, which the amount does not name. Give an amount of ${exhausted.join(' or ')}.`,
    )
}
