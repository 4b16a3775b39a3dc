import type { PlanIssue } from '../plan/plan-issue.ts'
import type { Plan } from '../plan/model/plan.ts'
import type { PlanInput } from '../plan/source/plan-source.ts'
import { type CheckPlanOptions, checkPlan } from './check-plan.ts'
import { planInvalid } from './plan-invalid.ts'

/** Options of {@link readPlan}. */
export interface ReadPlanOptions extends CheckPlanOptions {
  /** Receives each warning of a plan that can run. Default: they are dropped. */
  onWarning?: (warning: PlanIssue) => void
}

/**
 * Reads a plan that can be run.
 *
 * Throws `PLAN_INVALID` with every finding when there is an error among them, and `OPTION_INVALID` for a
 * wrong option or parser.
 */
export const readPlan = (input: PlanInput, options: ReadPlanOptions): Plan => {
  const { ok, plan, issues } = checkPlan(input, options)
  if (ok && plan) {
    for (const issue of issues) options.onWarning?.(issue)
    return plan
  }
  throw planInvalid(issues)
}
