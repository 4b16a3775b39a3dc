import type { PlanIssue } from '../plan/plan-issue.ts'
import type { Plan } from '../plan/model/plan.ts'
import type { PlanInput } from '../plan/source/plan-source.ts'
import { checkPlan } from './check-plan.ts'
import type { CheckPlanOptions } from './check-plan-options.ts'
import { checkReadingCall } from './check-reading-call.ts'
import { planInvalid } from './plan-invalid.ts'

/**
 * Reads a plan that can be run, with the warnings about its text.
 *
 * Throws `PLAN_INVALID` with every finding when there is an error among them, and `OPTION_INVALID` for a
 * wrong option or parser.
 */
export const readPlan = (input: PlanInput, options: CheckPlanOptions): Plan & { warnings: PlanIssue[] } => {
  checkReadingCall('readPlan', input, options)
  const { ok, plan, issues } = checkPlan(input, options)
  if (ok && plan) return { ...plan, warnings: issues }
  throw planInvalid(issues)
}
