import type { InputOf } from './input.ts'
import type { PhaseState } from './phase-state.ts'
import { emit, type Turn } from './turn.ts'

type PartInput = InputOf<'subtask_started' | 'step_started' | 'step_finished' | 'subtask_finished'>

const unsavedOf = (phase: PhaseState): NonNullable<PhaseState['unsaved']> =>
  (phase.unsaved ??= { steps: new Set(), subtasks: new Set() })

/** Notes how a subtask or a step goes, and says so. */
export const recordPart = (turn: Turn, phase: PhaseState, input: PartInput): void => {
  const { phaseId, subtaskId } = input
  const subtask = phase.phase.subtasks.find(({ id }) => id === subtaskId)
  if (!subtask || !phase.active) return
  switch (input.type) {
    case 'subtask_started':
      phase.subtaskStatus.set(subtaskId, 'running')
      return emit(turn, 'subtask_started', { phaseId, subtaskId, title: subtask.title })
    case 'subtask_finished':
      phase.subtaskStatus.set(subtaskId, input.failure ? 'failed' : 'completed')
      unsavedOf(phase).subtasks.add(subtaskId)
      return input.failure
        ? emit(turn, 'subtask_failed', { phaseId, subtaskId, failure: input.failure })
        : emit(turn, 'subtask_completed', { phaseId, subtaskId })
    case 'step_started': {
      const step = subtask.steps.find(({ id }) => id === input.stepId)
      if (!step) return
      const { id: stepId, description, action } = step
      phase.stepStatus.set(stepId, 'running')
      return emit(turn, 'step_started', { phaseId, subtaskId, stepId, description, action })
    }
    case 'step_finished': {
      const { stepId, failure, observation } = input
      phase.stepStatus.set(stepId, failure ? 'failed' : 'completed')
      unsavedOf(phase).steps.add(stepId)
      const { adaptation, command } = observation
      if (adaptation && !failure)
        (phase.adapted ??= new Map()).set(stepId, {
          adaptation,
          ...(command === undefined ? {} : { command }),
        })
      else phase.adapted?.delete(stepId)
      return failure
        ? emit(turn, 'step_failed', { phaseId, subtaskId, stepId, failure, ...observation })
        : emit(turn, 'step_completed', { phaseId, subtaskId, stepId, ...observation })
    }
  }
}
