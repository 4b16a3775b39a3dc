import type { Attempt, Work } from '../state/attempt.ts'
import type { PhaseState } from '../state/phase-state.ts'

/**
 * Forgets parts whose results were only in a workspace that is gone: those that ended since the last commit,
 * or since the commit before the step that began last.
 */
export const forgetUnsaved = (phase: PhaseState): void => {
  const { attempt } = phase
  const { unsaved, beforeStep } = attempt
  attempt.unsaved = undefined
  if (!unsaved) return
  attempt.work = workWithoutUnsaved(attempt, unsaved)
  const lost = beforeStep ? new Set([beforeStep.stepId]) : unsaved.steps
  for (const id of lost) {
    phase.stepStatus.delete(id)
    attempt.adapted?.delete(id)
    attempt.fallbacks?.delete(id)
  }
  const owner = phase.planned.subtasks.find(({ steps }) => steps.some(({ id }) => id === beforeStep?.stepId))
  for (const id of unsaved.subtasks)
    if (!beforeStep || id === owner?.id || hasNoSteps(phase, id)) phase.subtaskStatus.delete(id)
}

/** A subtask without steps is a session. It may have ended after that commit, so it is repeated. */
const hasNoSteps = ({ planned }: PhaseState, subtaskId: string): boolean =>
  planned.subtasks.find(({ id }) => id === subtaskId)?.steps.length === 0

/** The work that is left without the parts that exist only in a workspace. */
export const workWithoutUnsaved = (
  { work, beforeStep }: Pick<Attempt, 'work' | 'beforeStep'>,
  unsaved: Attempt['unsaved'],
): Work | undefined => (unsaved && beforeStep ? beforeStep.work : work)
