import { startAttempt, continueAttempt } from './run-attempt.ts'
import type { PhaseState, RunState } from './run-state.ts'
import { emit, type Turn } from './turn.ts'

/**
 * Gives free slots away: first to phases that have begun, then to the most urgent ready ones that write nothing
 * that an active phase writes. A draining run begins nothing.
 */
export const admitPhases = (turn: Turn): void => {
  const { state } = turn
  if (!state.prepared || state.stopping || state.endedAt !== undefined || state.gates.has('plan')) return
  const free = (): boolean => state.active.size < state.settings.concurrency
  while (free() && state.resuming.length > 0) {
    const phase = state.phases[state.resuming.shift()!]!
    if (phase.resumeAt) continueAttempt(turn, phase)
    else startAttempt(turn, phase)
  }
  const aside: number[] = []
  while (free() && !state.draining) {
    const index = state.ready.take()
    if (index === undefined) break
    const phase = state.phases[index]!
    if (phase.status !== 'ready') continue // skipped while it waited
    if (isHeld(turn, phase)) aside.push(index)
    else startAttempt(turn, phase)
  }
  for (const index of aside) state.ready.add(index)
}

/** Whether an active phase says that it writes a file that this one says it writes. */
const isHeld = (turn: Turn, phase: PhaseState): boolean => {
  const { state } = turn
  if (phase.phase.files.length === 0) return false
  const own = new Set(phase.phase.files)
  for (const index of state.active) {
    const files = sharedFiles(state, index, own)
    if (files.length === 0) continue
    if (phase.heldBy !== index) {
      phase.heldBy = index
      emit(turn, 'phase_held', { phaseId: phase.phase.id, waitsFor: state.phases[index]!.phase.id, files })
    }
    return true
  }
  return false
}

const sharedFiles = (state: RunState, index: number, own: ReadonlySet<string>): string[] =>
  state.phases[index]!.phase.files.filter((file) => own.has(file))
