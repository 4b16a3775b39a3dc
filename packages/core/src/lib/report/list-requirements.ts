import type { Plan } from '../plan/model/plan.ts'
import { type AnsweredTests, planEvidence } from '../policy/evidence/plan-evidence.ts'

/** The red and green results that a phase must show. */
export interface PhaseRequirement {
  /** The id of the phase. */
  phaseId: string
  /** A clause for people, such as `its new tests must fail, the others pass`. */
  text: string
}

/**
 * Lists what phases must show once a test command is configured, in plan order. Phases that are verified
 * without regard to red and green are left out.
 */
export const listRequirements = (plan: Plan): PhaseRequirement[] => {
  const evidence = planEvidence(plan)
  return plan.phases.flatMap(({ id }) => {
    const { own, owed, answers } = evidence.get(id) ?? {}
    const has = (tests: AnsweredTests | undefined): boolean => (tests?.subtasks.length ?? 0) > 0
    const clauses = [
      ...(has(own) ? ['its new tests must fail without its code and pass with it'] : []),
      ...(has(owed)
        ? [has(own) ? `its tests for later phases must fail` : 'its new tests must fail, the others pass']
        : []),
      ...(answers && answers.size > 0 ? [`pays for ${[...answers.keys()].join(', ')}`] : []),
    ]
    return clauses.length === 0 ? [] : [{ phaseId: id, text: clauses.join('; ') }]
  })
}
