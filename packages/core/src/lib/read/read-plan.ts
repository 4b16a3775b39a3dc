import { AmeliaError } from '../error/amelia-error.ts'
import type { Plan } from '../plan/plan-schema.ts'
import { type CheckPlanOptions, checkPlan } from './check-plan.ts'

/**
 * Reads a plan that can be run.
 *
 * Throws `PLAN_INVALID` with every finding when there is an error among them; warnings are dropped:
 * `checkPlan` gives both.
 */
export const readPlan = (text: string | Uint8Array, options: CheckPlanOptions): Plan => {
  const { ok, plan, issues } = checkPlan(text, options)
  if (ok && plan) return plan
  const errors = issues.filter((issue) => issue.severity === 'error')
  const first = errors[0]
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  throw new AmeliaError(
    'PLAN_INVALID',
    first ? `The plan cannot be run. Line ${first.line}: ${first.message}${more}` : 'The plan cannot be run.',
    { issues },
  )
}
