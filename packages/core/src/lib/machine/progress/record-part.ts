import { stepCommands, stepEffects } from '../../policy/dispatch/plan-commands.ts'
import type { Attempt, Work } from '../state/attempt.ts'
import type { InputOf } from '../state/input/input.ts'
import type { SavedAttempt } from '../state/input/saved-attempt.ts'
import { countParts } from './part-status.ts'
import { dropFix, type PhaseState } from '../state/phase-state.ts'
import { emit, type Turn } from '../state/turn.ts'
import { noteEnd } from './note-end.ts'

type PartInput = InputOf<'subtask_started' | 'step_started' | 'step_finished' | 'subtask_finished'>

const unsavedOf = (phase: PhaseState): NonNullable<Attempt['unsaved']> =>
  (phase.attempt.unsaved ??= { steps: new Set(), subtasks: new Set() })

const toWork = (saved: SavedAttempt | null): Work | undefined => {
  const { commit, tree, files } = saved ?? {}
  return commit === undefined || tree === undefined || files === undefined
    ? undefined
    : { commit, tree, files }
}

/** Records the progress of a subtask or a step. */
export const recordPart = (turn: Turn, phase: PhaseState, input: PartInput): void => {
  const { phaseId, subtaskId } = input
  const subtask = phase.planned.subtasks.find(({ id }) => id === subtaskId)
  if (!subtask || !phase.place || phase.dispatches !== input.dispatch) return // M9
  switch (input.type) {
    case 'subtask_started':
      dropFix(phase)
      phase.subtaskStatus.set(subtaskId, 'running')
      phase.subtaskRuns.set(subtaskId, { attempt: phase.attempt.number, startedAt: turn.at })
      return emit(turn, 'subtask_started', { phaseId, subtaskId, title: subtask.title })
    case 'subtask_finished':
      phase.subtaskStatus.set(subtaskId, input.failure ? 'failed' : 'completed')
      noteEnd(phase, subtaskId, { endedAt: turn.at, error: input.failure?.message })
      unsavedOf(phase).subtasks.add(subtaskId)
      return input.failure
        ? emit(turn, 'subtask_failed', { phaseId, subtaskId, failure: input.failure })
        : emit(turn, 'subtask_completed', { phaseId, subtaskId, ...countParts(phase) })
    case 'step_started': {
      const step = subtask.steps.find(({ id }) => id === input.stepId)
      if (!step) return
      const { id: stepId, description, action } = step
      phase.stepStatus.set(stepId, 'running')
      phase.stepRuns.set(stepId, { startedAt: turn.at })
      const work = input.saved === undefined ? phase.attempt.work : toWork(input.saved)
      phase.attempt.beforeStep = input.saved === null ? undefined : { stepId, work }
      if (phase.attempt.beforeTries?.stepId !== stepId) phase.attempt.beforeTries = phase.attempt.beforeStep
      phase.attempt.fallbacks?.delete(stepId)
      // A step without commands changes only the attempt's own tree.
      if (phase.attempt.approvedStep === stepId && stepEffects(step).length > 0) {
        phase.attempt.approvedStep = undefined
        phase.begunSteps = (phase.begunSteps ?? new Set()).add(stepId)
      }
      // A manual step is only passed over.
      if (action !== 'manual') phase.byHand?.delete(stepId)
      return emit(turn, 'step_started', { phaseId, subtaskId, stepId, description, action })
    }
    case 'step_finished': {
      const { stepId, failure, observation } = input
      phase.stepStatus.set(stepId, failure ? 'failed' : 'completed')
      phase.stepRuns.set(stepId, {
        ...{ startedAt: turn.at, ...phase.stepRuns.get(stepId) },
        ...{ endedAt: turn.at, durationMs: observation.durationMs },
        ...(observation.command !== undefined && { command: observation.command }),
        ...(observation.result !== undefined && { result: observation.result }),
      })
      if (!failure) dropFix(phase, stepId)
      unsavedOf(phase).steps.add(stepId)
      const { adaptation, command } = observation
      const step = subtask.steps.find(({ id }) => id === stepId)
      if (step && !failure && command !== undefined && stepCommands(step).indexOf(command) > 0)
        (phase.attempt.fallbacks ??= new Map()).set(stepId, command)
      if (adaptation && !failure)
        (phase.attempt.adapted ??= new Map()).set(stepId, {
          adaptation,
          ...(command === undefined ? {} : { command }),
        })
      else phase.attempt.adapted?.delete(stepId)
      return failure
        ? emit(turn, 'step_failed', { phaseId, subtaskId, stepId, failure, ...observation })
        : emit(turn, 'step_completed', { phaseId, subtaskId, stepId, ...observation })
    }
  }
}
