import { AmeliaError } from '../error/amelia-error.ts'
import type { PlanIssue } from '../plan/plan-issue.ts'
import type { Plan } from '../plan/model/plan.ts'
import { placeIssues } from '../plan/source/locate-line.ts'

/** Creates the error of a plan with issues. It names the first of those that are errors. */
export const planInvalid = (
  found: PlanIssue[],
  plan: Partial<Pick<Plan, 'source' | 'sources'>> = {},
): AmeliaError => {
  const issues = placeIssues(found, plan)
  const [first, ...others] = issues.filter(({ severity }) => severity === 'error')
  const more = others.length > 0 ? ` (and ${others.length} more)` : ''
  // A plan built in code has no lines.
  const where =
    first && plan.source !== ''
      ? `${first.file === undefined ? 'Line' : `${first.file}, line`} ${first.line}: `
      : ''
  const message = `The plan cannot be run.${first ? ` ${where}${first.message}${more}` : ''}`
  return new AmeliaError('PLAN_INVALID', message, { issues })
}
