import type { DisplacedHead } from '../state/git-comparison.ts'
import type { GateChoice } from '../../event/gate-view.ts'
import type { RepeatableEffect } from '../state/effect.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { RunState } from '../state/run-state.ts'
import { emit, type Turn } from '../state/turn.ts'

/** Repeats the effects that the locks of a gate stopped, and closes the gate if it is still open. */
export const releaseLock = (turn: Turn, gateId: string): void => {
  const { state } = turn
  const locked = state.locks.get(gateId)
  if (!locked) return
  state.locks.delete(gateId)
  if (state.gates.delete(gateId)) {
    state.answered.add(gateId)
    emit(turn, 'gate_resolved', { gateId, choice: 'retry' })
  }
  for (const effect of locked.effects)
    turn.effects.push(effect.type === 'move_refs' ? { ...effect, reconcile: true } : effect)
}

/** Takes an answer about locks: `approve` removes them first; `retry` repeats the stopped effects at once. */
export const answerLock = (turn: Turn, gateId: string, choice: GateChoice): void => {
  const locked = turn.state.locks.get(gateId)
  if (!locked) return
  if (choice !== 'approve') return releaseLock(turn, gateId)
  locked.approved = true
  if (locked.head) turn.effects.push(restorationOf(gateId, locked.head))
  else turn.effects.push({ type: 'clear_locks', gateId, locks: locked.locks, inspect: false })
}

/** Returns the effect that moves a displaced head back. */
export const restorationOf = (gateId: string, { found, expected }: DisplacedHead): RepeatableEffect => ({
  type: 'restore_head',
  gateId,
  found,
  expected,
})

/**
 * Resumes questions about locks: removes the approved ones, and checks whether the others still exist. Their
 * effects are issued anyway.
 */
export const resumeLocks = ({ state, effects }: Turn): void => {
  for (const [gateId, locked] of state.locks) {
    locked.effects = []
    if (!locked.head)
      effects.push({ type: 'clear_locks', gateId, locks: locked.locks, inspect: !locked.approved })
  }
}

/** Removes a stopped phase from the effects that wait for a lock. Returns whether it was among them. */
export const forgetLocked = (state: RunState, phase: PhaseState): boolean => {
  for (const { effects } of state.locks.values()) {
    const place = effects.findIndex((effect) => phaseOf(state, effect) === phase)
    if (place < 0) continue
    effects.splice(place, 1)
    return true
  }
  return false
}

/** Whether all running effects wait for a person's answer about a lock. */
export const isStoppedByLocks = (state: RunState): boolean => {
  if (state.schedule.asking.size > 0 || [...state.locks.values()].every(({ approved }) => approved))
    return false
  const locked = new Set<number>()
  for (const { effects } of state.locks.values())
    for (const effect of effects) {
      const phase = phaseOf(state, effect)
      if (phase) locked.add(phase.index)
    }
  const [first, ...line] = state.schedule.integration
  if (first !== undefined && locked.has(first)) for (const index of line) locked.add(index)
  return [...state.schedule.active].every((index) => locked.has(index))
}

/** The phase that an effect is for, if it is for one. */
export const phaseOf = (state: RunState, effect: RepeatableEffect): PhaseState | undefined =>
  'phaseId' in effect ? state.phases[state.graph.index.get(effect.phaseId ?? '') ?? -1] : undefined
