import type { Integrated } from '../state/git-comparison.ts'
import { closePhase } from '../attempt/close-phase.ts'
import type { GateView } from '../../event/gate-view.ts'
import type { RunState } from '../state/run-state.ts'
import { emit, type Turn } from '../state/turn.ts'

/** Completes the phases whose commits are on the run's head, so that no phase is committed twice. */
export const takeFound = (
  turn: Turn,
  { head, phases, statement: last, report, published }: Integrated,
): void => {
  const { state } = turn
  for (const { phaseId, commit, statement } of phases) {
    const phase = state.phases[state.graph.index.get(phaseId) ?? -1]
    if (!phase || phase.status === 'completed') continue
    for (const gate of state.gates.values())
      if (gate.phaseIds.includes(phaseId)) dropPhase(turn, gate, phaseId)
    state.schedule.asking.delete(phase.index)
    phase.intent = undefined
    phase.attempt.stopped = undefined
    phase.resumeAt = undefined
    phase.place = undefined
    phase.integrated = { commit, under: state.head, ...(statement && { statement }) }
    state.head = commit
    state.integrated.push(phase.index)
    emit(turn, 'commit_integrated', { phaseId, commit, merged: false, target: published === head })
    closePhase(turn, phase, 'completed')
    const { title } = phase.planned
    const durationMs = phase.spent.wallMs
    emit(turn, 'phase_completed', { phaseId, title, attempt: phase.attempt.number, commit, durationMs })
  }
  state.head = head
  state.headRef = head
  if (last) state.statement = last
  // A run that continues makes its report again at its next end.
  if (report && (state.stopping === 'aborted' || isDone(state))) state.ending.reportCommit = head
  if (published !== undefined) state.target.commit = published
}

const isDone = ({ open, phases }: RunState): boolean =>
  open === 0 && phases.every(({ status }) => status !== 'failed')

/** Removes a completed phase from a gate, and closes the gate if no phase is left. */
const dropPhase = ({ state }: Turn, gate: GateView, phaseId: string): void => {
  gate.phaseIds = gate.phaseIds.filter((id) => id !== phaseId)
  if (gate.phaseIds.length > 0) return
  state.gates.delete(gate.id)
  state.answered.add(gate.id)
}
