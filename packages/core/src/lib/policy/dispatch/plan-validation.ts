import type { Step } from '../../plan/model/step.ts'

/**
 * The sessions that validate steps before the engine executes them. Files and programs are checked
 * separately.
 */
export interface ValidationPlan {
  /** Steps that one session inspects together, before the first of them. Empty if no session is needed. */
  together: Step[]
  /** Ids of steps that an agent inspects individually, each before a person is asked about it. */
  alone: Set<string>
}

/**
 * Chooses the validation of steps by risk (seed: intelligent-execution, Pre-Validation Tiering).
 *
 * Steps of low risk alone need no session. A step of medium risk is inspected together with the steps around
 * it, which provide its context. A step of high risk is inspected separately. Steps that need a person anyway
 * are left to that person.
 */
export const planValidation = (
  steps: readonly Step[],
  { hasAgent }: { hasAgent: boolean },
): ValidationPlan => {
  const judged = steps.filter(
    ({ action, requiresHumanJudgment }) => action !== 'manual' && !requiresHumanJudgment,
  )
  const high = judged.filter(({ risk }) => risk === 'high')
  const others = judged.filter(({ risk }) => risk !== 'high')
  return {
    together: hasAgent && others.some(({ risk }) => risk === 'medium') ? others : [],
    alone: new Set(hasAgent ? high.map(({ id }) => id) : []),
  }
}
