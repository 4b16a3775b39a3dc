import type { Red } from '../../policy/evidence/evidence.ts'
import type { PhaseState } from './phase-state.ts'
import { emit, type Turn } from './turn.ts'

/** Tests on the run's head that are red until their implementation is there. */
export interface Debt {
  phaseId: string
  /** The phase's commit on the head, and the one before it. */
  commit: string
  base: string
  red: Red
  /** Phases whose implementations answer the tests and are not integrated yet. */
  owedBy: string[]
}

/** The phase is on the head: what it owes is noted, and what it owed is paid. */
export const settleDebts = (turn: Turn, phase: PhaseState, before: string, commit: string): void => {
  const { state } = turn
  const { id } = phase.phase
  for (const debt of state.debts.values()) {
    if (!debt.owedBy.includes(id)) continue
    debt.owedBy = debt.owedBy.filter((other) => other !== id)
    if (debt.owedBy.length > 0) continue
    state.debts.delete(debt.phaseId)
    emit(turn, 'debt_paid', { phaseId: id, of: debt.phaseId })
  }
  const red = phase.evidence?.debt
  if (!red) return
  const owedBy = [...state.evidence].filter(([, { answers }]) => answers.has(id)).map(([other]) => other)
  state.debts.set(id, { phaseId: id, commit, base: before, red, owedBy })
  emit(turn, 'debt_opened', { phaseId: id, tests: red.testFiles, owedBy })
}
