import { AmeliaError } from '../error/amelia-error.ts'
import type { PlanIssue } from '../plan/plan-issue.ts'
import type { Plan } from '../plan/model/plan.ts'
import { placeIssues } from '../plan/source/locate-line.ts'

/**
 * Creates the error of a plan with issues. It names the first of those that are errors, and its line unless
 * the plan was made in code.
 */
export const planInvalid = (
  found: PlanIssue[],
  plan: Pick<Plan, 'sources'> & { source?: string } = {},
): AmeliaError => {
  const issues = placeIssues(found, plan)
  const [first, ...others] = issues.filter(({ severity }) => severity === 'error')
  const more = others.length > 0 ? ` (and ${others.length} more)` : ''
  const where =
    plan.source === '' ? '' : `${first?.file === undefined ? 'Line' : `${first.file}, line`} ${first?.line}: `
  const message = first
    ? `The plan cannot be run. ${where}${first.message}${more}`
    : 'The plan cannot be run.'
  return new AmeliaError('PLAN_INVALID', message, { issues })
}
