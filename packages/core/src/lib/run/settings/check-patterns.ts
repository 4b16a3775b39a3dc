import type { PlanIssue } from '../../plan/plan-issue.ts'
import type { Plan, Step } from '../../plan/plan-schema.ts'
import { matchPattern } from '../../perform/command/match-pattern.ts'

/**
 * Finds output patterns in the steps and acceptance checks of a plan that RE2 cannot compile, so that a run
 * does not fail on them later.
 */
export const checkPatterns = async (plan: Plan): Promise<PlanIssue[]> => {
  const steps = plan.phases.flatMap(({ subtasks }) => subtasks.flatMap((subtask) => subtask.steps))
  const issues = await Promise.all([
    ...steps.map((step) => checkPattern(step, `step ${step.id}`)),
    ...plan.phases.flatMap(({ id, acceptance = [] }) =>
      acceptance.map((check) => checkPattern(check, `an acceptance check of phase ${id}`)),
    ),
  ])
  return issues.filter((issue) => issue !== null)
}

const checkPattern = async (
  { line, expectedOutputPattern: pattern }: Pick<Step, 'line' | 'expectedOutputPattern'>,
  place: string,
): Promise<PlanIssue | null> => {
  if (pattern === undefined) return null
  try {
    await matchPattern(pattern, '')
    return null
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const message = `The expected output of ${place} is not a valid RE2 pattern: ${why}. RE2 has no look-around and no back-references.`
    return { severity: 'error', code: 'STEP_INVALID', message, line, column: 1 }
  }
}
