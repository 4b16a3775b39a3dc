import { AmeliaError } from '../../error/amelia-error.ts'
import { type GateView, revertScopes } from '../../event/gate-view.ts'
import type { RunState } from '../state/run-state.ts'
import { batchOfGate, findBefore, revertScope } from './find-before.ts'

/**
 * Throws `GATE_CHOICE` for a scope with another answer than `abort-revert`, an unknown scope, and a batch
 * that cannot be reverted alone.
 */
export const checkScope = (
  state: RunState,
  gate: GateView,
  { choice, scope: given }: { choice: string; scope: string | undefined },
): void => {
  const { id: gateId, choices } = gate
  const refuse = (message: string): never => {
    throw new AmeliaError('GATE_CHOICE', message, { gateId, choices })
  }
  if (choice !== 'abort-revert')
    refuse(`Only "abort-revert" takes a scope; got one with "${choice}" at the gate "${gateId}".`)
  const scope = given ?? revertScope(state, undefined)
  if (!revertScopes.some((known) => known === scope))
    refuse(`The scope of "abort-revert" is "batch" or "run"; got "${scope}".`)
  if (scope !== 'batch') return
  const batch = batchOfGate(state, gate)
  const found = 'note' in batch ? batch : findBefore(state, { scope, ...batch })
  if ('note' in found) refuse(`The batch cannot be reverted. ${found.note} Answer with the scope "run".`)
}
