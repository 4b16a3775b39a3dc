import type { Step } from '../../plan/plan-schema.ts'

/** How steps are looked at before they are carried out, besides the files and programs that each of them needs. */
export interface ValidationPlan {
  /** Steps that one session looks at together, before the first of them. Empty: none is needed. */
  together: Step[]
  /** Ids of steps that an agent looks at one by one, each before a person is asked about it. */
  alone: Set<string>
}

/**
 * Picks who looks at which step by its risk (seed: intelligent-execution, Pre-Validation Tiering).
 *
 * Low risk alone needs no session. One step of medium risk has the steps around it looked at with it: what is wrong with it shows
 * in what comes before and after. A step of high risk has a look of its own. What asks for a person anyway is theirs to judge.
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
