import type { GateView } from '../../event/gate-view.ts'
import type { InputOf } from '../state/input/input.ts'
import { noteAnswer } from './note-answer.ts'
import type { Turn } from '../state/turn.ts'

/**
 * Keeps a person's answer for a statement, and at a checkpoint also for the report (seed:
 * intelligent-execution, BatchApproval).
 */
export const noteApproval = (
  { state, at }: Turn,
  gate: GateView,
  { choice, feedback }: Pick<InputOf<'gate_answered'>, 'choice' | 'feedback'>,
): void => {
  const { kind, phaseIds } = gate
  noteAnswer(state, gate, choice)
  const index = state.graph.index.get(phaseIds[0] ?? '')
  if (kind !== 'checkpoint' || index === undefined) return
  state.approvals.push({
    batch: state.batchOf[index]!,
    phaseIds: [...phaseIds],
    approved: choice === 'approve',
    ...(feedback === undefined ? {} : { feedback }),
    at,
  })
}
