import type { RunState } from '../state/run-state.ts'
import { dropGuidance } from '../progress/steer-phase.ts'
import { emit, type Turn } from '../state/turn.ts'

/** Ends the run, or this process's part of it. */
export const endRun = (turn: Turn, status: Exclude<RunState['status'], 'created' | 'running'>): void => {
  if (status !== 'waiting' && status !== 'cancelled' && status !== 'failed') dropGuidance(turn, true)
  turn.state.status = status
  turn.state.endedAt = turn.at
  emit(turn, 'run_ended', { status })
  turn.effects.push({ type: 'finish' })
}
