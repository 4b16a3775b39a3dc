import { neighbours } from '../../graph/graph.ts'
import { findDescendants } from '../../policy/dispatch/find-descendants.ts'
import type { Failure } from '../../contract/failure.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'
import { isTerminal, moveTo } from '../state/move-to.ts'
import { emit, type Turn } from '../state/turn.ts'

/** Completes a phase, and readies the phases that now have all their dependencies. */
export const closePhase = (turn: Turn, phase: PhaseState, status: 'completed' | 'external'): void => {
  const { state } = turn
  end(turn, phase, status)
  for (const index of neighbours(state.graph.dependents, phase.index)) {
    const dependent = state.phases[index]!
    dependent.missing--
    if (dependent.missing === 0 && dependent.status === 'pending') {
      moveTo(state, dependent, 'ready')
      state.schedule.ready.add(index)
    }
  }
}

/** Ends a phase that has failed for good, and blocks its descendants. */
export const failPhase = (turn: Turn, phase: PhaseState, failure: Failure): void => {
  const { state } = turn
  end(turn, phase, 'failed')
  emit(turn, 'phase_failed', { phaseId: phase.id, attempt: phase.attempt.number, failure })
  for (const dependent of openDescendants(state, phase)) {
    dependent.because = phase.id
    end(turn, dependent, 'blocked')
    emit(turn, 'phase_blocked', { phaseId: dependent.id, blockedBy: phase.id })
  }
  if (state.settings.onFailure === 'halt' && !state.draining) {
    state.draining = 'phase_failed'
    emit(turn, 'run_draining', { reason: 'phase_failed' })
  }
}

/** Skips a phase and its descendants, and records for each the dependency that was skipped. */
export const skipPhase = (turn: Turn, phase: PhaseState, reason: string): void => {
  const { state } = turn
  if (isTerminal(phase)) return
  end(turn, phase, 'skipped')
  phase.skipReason = reason
  emit(turn, 'phase_skipped', { phaseId: phase.id, reason })
  for (const dependent of openDescendants(state, phase)) {
    const skipped = neighbours(state.graph.dependencies, dependent.index).find(
      (index) => state.phases[index]!.status === 'skipped',
    )
    const skippedBy = state.phases[skipped ?? phase.index]!.id
    dependent.because = skippedBy
    end(turn, dependent, 'skipped')
    emitSkipped(turn, dependent, skippedBy)
  }
}

/** Tells that a phase is skipped because another one was. */
const emitSkipped = (turn: Turn, phase: PhaseState, skippedBy: string): void => {
  const reason = `Phase ${skippedBy} was skipped.`
  phase.skipReason = reason
  emit(turn, 'phase_skipped', { phaseId: phase.id, reason, skippedBy })
}

const isThere = ({ status }: PhaseState): boolean => status === 'completed' || status === 'external'

const openDescendants = (state: RunState, phase: PhaseState): PhaseState[] =>
  findDescendants(state.graph, phase.index, (index) => isThere(state.phases[index]!))
    .map((index) => state.phases[index]!)
    .filter((dependent) => !isTerminal(dependent))

const end = (turn: Turn, phase: PhaseState, status: PhaseState['status']): void => {
  const {
    schedule: { resuming },
  } = turn.state
  moveTo(turn.state, phase, status)
  phase.resumeAt = undefined
  const place = resuming.indexOf(phase.index)
  if (place >= 0) resuming.splice(place, 1)
  if (phase.startedAt !== undefined) phase.endedAt = turn.at
}
