import type { PhaseDraft, StepDraft, SubtaskDraft, SubtaskType } from '@amelia/core/plugin'

/**
 * Gives the steps of all batches their types. A step with `is_test_step` is a test. A code step is an
 * implementation if a test is linked to it, in either direction and in any batch.
 */
export const typeSteps = (phases: readonly PhaseDraft[]): PhaseDraft[] => {
  const steps = phases.flatMap(({ subtasks = [] }) => subtasks.flatMap((subtask) => subtask.steps ?? []))
  const validated = new Set(steps.flatMap(({ validatesStep }) => validatesStep ?? []))
  const typed = (subtask: SubtaskDraft): SubtaskDraft => {
    const [step, ...more] = subtask.steps ?? []
    // A listed subtask has an id, and maybe a type, beside those of its steps.
    if (step === undefined || more.length > 0 || step.id !== subtask.id) return subtask
    const type = typeOf(step, validated)
    return type && subtask.type === undefined ? { ...subtask, type } : subtask
  }
  return phases.map(({ subtasks, ...phase }) => ({
    ...phase,
    ...(subtasks && { subtasks: subtasks.map(typed) }),
  }))
}

const typeOf = (step: StepDraft, validated: ReadonlySet<string>): SubtaskType | undefined => {
  if (step.isTestStep) return 'test'
  return step.action === 'code' && (validated.has(step.id) || step.validatesStep !== undefined)
    ? 'impl'
    : undefined
}
