import type { Failure } from '../../contract/failure.ts'
import type { Subtask } from '../../plan/model/subtask.ts'
import { isOpen } from '../../policy/dispatch/is-open.ts'
import type { PartStatus } from '../state/attempt.ts'
import type { InputOf } from '../state/input/input.ts'
import { countParts, partStatus } from './part-status.ts'
import type { PhaseState } from '../state/phase-state.ts'
import { emit, type Turn } from '../state/turn.ts'
import { noteEnd } from './note-end.ts'

/** A claim counts only if it goes further than the one before. An admission follows any other claim. */
const rank: Record<PartStatus, number> = {
  pending: 0,
  cancelled: 0,
  running: 1,
  completed: 2,
  failed: 3,
  skipped: 4,
}

/**
 * Takes what the agent of a phase's session says about a subtask. In one attempt a subtask starts and ends
 * once, however often the agent changes its list. Nothing is decided by a claim.
 */
export const takeClaim = (
  turn: Turn,
  phase: PhaseState,
  { dispatch, subtaskId, status, message }: InputOf<'subtask_claimed'>,
): void => {
  const { attempt, planned } = phase
  if (!phase.place || phase.dispatches !== dispatch) return // M9
  if (attempt.units[attempt.unitIndex]?.kind !== 'phase') return
  const subtask = planned.subtasks.find(({ id }) => id === subtaskId)
  if (!subtask || !isOpen(subtask) || phase.subtaskStatus.has(subtaskId)) return
  if (rank[status] <= rank[partStatus(phase, subtaskId)]) return
  if (status === 'running') return start(turn, phase, subtask)
  const failure = { class: 'agent_failed', message: message ?? 'The agent gives no reason.' } as const
  end(turn, phase, subtaskId, status === 'failed' ? failure : undefined)
}

/** Ends the subtasks of a phase whose session claims that all is done. */
export const completeParts = (turn: Turn, phase: PhaseState): void => {
  let counted: { done: number; of: number } | undefined
  for (const subtask of phase.planned.subtasks) {
    const status = partStatus(phase, subtask.id)
    if (!isOpen(subtask) || status === 'completed' || status === 'skipped') continue
    counted ??= countParts(phase)
    counted.done++
    end(turn, phase, subtask.id, undefined, counted)
  }
}

/** Fails the subtasks that were under way when their attempt failed. */
export const failParts = (turn: Turn, phase: PhaseState, failure: Failure): void => {
  for (const [id, status] of phase.attempt.parts ?? [])
    if (status === 'running') end(turn, phase, id, failure)
}

const start = (turn: Turn, phase: PhaseState, { id, title }: Subtask): void => {
  claim(phase, id, 'running')
  phase.subtaskRuns.set(id, { attempt: phase.attempt.number, startedAt: turn.at, claimed: true })
  emit(turn, 'subtask_started', { phaseId: phase.id, subtaskId: id, title, claimed: true })
}

const end = (
  turn: Turn,
  phase: PhaseState,
  subtaskId: string,
  failure?: Failure,
  counted?: { done: number; of: number },
): void => {
  const at = { phaseId: phase.id, subtaskId }
  claim(phase, subtaskId, failure ? 'failed' : 'completed')
  noteEnd(phase, subtaskId, { endedAt: turn.at, error: failure?.message, claimed: true })
  if (failure) emit(turn, 'subtask_failed', { ...at, failure, claimed: true })
  else emit(turn, 'subtask_completed', { ...at, ...(counted ?? countParts(phase)), claimed: true })
}

const claim = ({ attempt }: PhaseState, subtaskId: string, status: PartStatus): void => {
  attempt.parts = (attempt.parts ?? new Map<string, PartStatus>()).set(subtaskId, status)
}
