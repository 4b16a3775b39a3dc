import type { PlanIssue } from '../../plan/plan-issue.ts'
import type { Plan, Step } from '../../plan/plan-schema.ts'
import { matchPattern } from '../../perform/unit/match-pattern.ts'

/**
 * Finds output patterns in the plan's steps that RE2 cannot compile, so that a run does not fail on them
 * later.
 */
export const checkPatterns = async (plan: Plan): Promise<PlanIssue[]> => {
  const steps = plan.phases.flatMap(({ subtasks }) => subtasks.flatMap((subtask) => subtask.steps))
  const issues = await Promise.all(steps.map(checkPattern))
  return issues.filter((issue) => issue !== null)
}

const checkPattern = async ({
  id,
  line,
  expectedOutputPattern: pattern,
}: Step): Promise<PlanIssue | null> => {
  if (pattern === undefined) return null
  try {
    await matchPattern(pattern, '')
    return null
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const message = `The expected output of step ${id} is not a valid RE2 pattern: ${why}. RE2 has no look-around and no back-references.`
    return { severity: 'error', code: 'STEP_INVALID', message, line, column: 1 }
  }
}
