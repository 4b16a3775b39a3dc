import type { PhaseState } from '../state/phase-state.ts'
import { emit, type Turn } from '../state/turn.ts'

/** Records the debt that an integrated phase leaves, and the debts that it pays. */
export const updateDebts = (turn: Turn, phase: PhaseState, before: string, commit: string): void => {
  const { state } = turn
  const { id } = phase
  for (const debt of state.debts.values()) {
    if (!debt.owedBy.includes(id)) continue
    debt.owedBy = debt.owedBy.filter((other) => other !== id)
    if (debt.owedBy.length > 0) continue
    state.debts.delete(debt.phaseId)
    emit(turn, 'debt_paid', { phaseId: id, of: debt.phaseId })
  }
  const red = phase.attempt.evidence?.debt
  if (!red) return
  const owedBy = [...state.evidence].filter(([, { answers }]) => answers.has(id)).map(([other]) => other)
  state.debts.set(id, { phaseId: id, commit, base: before, red, owedBy })
  emit(turn, 'debt_opened', { phaseId: id, tests: red.testFiles, owedBy })
}
