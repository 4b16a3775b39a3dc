import { cascadeSkips, type Part } from '../../policy/dispatch/cascade-skips.ts'
import { isTerminal } from '../state/move-to.ts'
import type { PhaseState } from '../state/phase-state.ts'
import { emit, type Turn } from '../state/turn.ts'

/** Skips a step or a subtask and its dependents, in this phase and in later ones. */
export const skipPart = (turn: Turn, kind: 'step' | 'subtask', id: string): void => {
  const { skippedByPerson } = turn.state
  ;(kind === 'step' ? skippedByPerson.steps : skippedByPerson.subtasks).add(id)
  applySkips(turn)
}

/** Undoes the skip of a step or a subtask, and of everything skipped only because of it. */
export const unskipPart = (turn: Turn, id: string): void => {
  const { steps, subtasks } = turn.state.skippedByPerson
  steps.delete(id)
  subtasks.delete(id)
  applySkips(turn)
}

/** Applies the current skips to every phase that is not terminal, and emits the changes. */
const applySkips = (turn: Turn): void => {
  const { state } = turn
  const before = state.skippedParts
  const now = cascadeSkips(state.plan, state.skippedByPerson)
  state.skippedParts = now
  for (const phase of state.phases) {
    if (isTerminal(phase)) continue
    const phaseId = phase.id
    for (const { id: subtaskId, steps } of phase.planned.subtasks) {
      for (const { id: stepId } of steps) {
        const because = now.steps.get(stepId)
        if (because !== undefined && !before.steps.has(stepId)) {
          mark(phase.stepStatus, stepId, 'skipped')
          emit(turn, 'step_skipped', { phaseId, subtaskId, stepId, ...reasonOf('step', because) })
        } else if (because === undefined && before.steps.has(stepId)) {
          phase.stepStatus.delete(stepId)
          emit(turn, 'step_unskipped', { phaseId, subtaskId, stepId })
        }
      }
      const because = now.subtasks.get(subtaskId)
      if (because !== undefined && !before.subtasks.has(subtaskId)) {
        mark(phase.subtaskStatus, subtaskId, 'skipped')
        emit(turn, 'subtask_skipped', { phaseId, subtaskId, ...reasonOf('subtask', because) })
      } else if (because === undefined && before.subtasks.has(subtaskId)) {
        phase.subtaskStatus.delete(subtaskId)
        emit(turn, 'subtask_unskipped', { phaseId, subtaskId })
      }
    }
  }
}

/** A skip does not undo a completed part. */
const mark = (status: PhaseState['stepStatus'], id: string, value: 'skipped'): void => {
  if (status.get(id) !== 'completed') status.set(id, value)
}

/** Explains a skip. A part and the cause of its skip may share an id, so the reason names the kind. */
export const reasonOf = (
  kind: Part['kind'],
  because: Part | null,
): { reason: string; skippedBy?: string } => {
  if (because === null) return { reason: 'A person said so.' }
  const name = because.kind === kind ? because.id : `Its ${because.kind} ${because.id}`
  return { reason: `${name} was skipped.`, skippedBy: because.id }
}
