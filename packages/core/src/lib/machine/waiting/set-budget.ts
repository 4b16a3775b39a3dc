import type { Budget } from '../../event/budget.ts'
import { findExhausted } from '../../policy/dispatch/find-exhausted.ts'
import { emit, type Turn } from '../state/turn.ts'

/**
 * Sets limits of the run's budget that a person gave with a resume. The question about the budget is closed
 * if no limit is used up any more.
 */
export const setBudget = (turn: Turn, limits: Budget): void => {
  const { state } = turn
  state.budget.allowed = { ...state.budget.allowed, ...limits }
  const gateId = state.budget.gate
  if (gateId === undefined || findExhausted(state.budget.spent, state.budget.allowed).length > 0) return
  delete state.budget.gate
  state.gates.delete(gateId)
  state.answered.add(gateId)
  emit(turn, 'gate_resolved', { gateId, choice: 'approve' })
}
