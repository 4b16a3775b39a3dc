import { findDescendants } from '../../policy/dispatch/find-descendants.ts'
import { noEvidence } from '../../policy/evidence/plan-evidence.ts'
import { isTerminal } from '../state/move-to.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { Turn } from '../state/turn.ts'

/**
 * Takes the new tests of a phase as red. If the plan links them to no implementation, every open phase that
 * depends on the phase owes them.
 */
export const approveRed = ({ state }: Turn, { id, index, attempt }: PhaseState): void => {
  attempt.redAccepted = true
  const evidence = state.evidence.get(id) ?? noEvidence()
  if (evidence.own.subtasks.length + evidence.owed.subtasks.length > 0) return
  const tests = { subtasks: [id], files: [], promised: [], open: { words: [] } }
  state.evidence.set(id, { ...evidence, owed: tests })
  for (const descendant of findDescendants(state.graph, index)) {
    const later = state.phases[descendant]!
    if (isTerminal(later)) continue
    const own = state.evidence.get(later.id) ?? noEvidence()
    const promised = [...later.planned.files, ...later.planned.subtasks.flatMap(({ files }) => files)]
    state.evidence.set(later.id, { ...own, answers: new Map([...own.answers, [id, { ...tests, promised }]]) })
  }
}
