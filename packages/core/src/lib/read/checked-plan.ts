import { describeIssue } from '../error/check/describe-issue.ts'
import { resolveGraph } from '../graph/resolve-graph.ts'
import { findPlanSecrets } from '../plan/find-plan-secrets.ts'
import type { Plan, PlanDraft } from '../plan/model/plan.ts'
import { planSchema } from '../plan/plan-schema.ts'
import { validatePlan } from '../plan/validation/validate-plan.ts'
import { planInvalid } from './plan-invalid.ts'

/**
 * Validates a plan and adds its defaults: its phases have an order, and it contains no secrets. Throws
 * `PLAN_INVALID`.
 */
export const checkedPlan = (draft: Plan | PlanDraft, secrets: readonly string[] = []): Plan => {
  const parsed = planSchema.safeParse(draft)
  if (!parsed.success) {
    const message = `${describeIssue(parsed.error.issues[0]!, draft, 'the plan')}.`
    throw planInvalid([{ severity: 'error', code: 'PLAN_SCHEMA', message, line: 1, column: 1 }], {
      source: draft.source ?? '',
    })
  }
  const { goal, title } = parsed.data
  // Runs are listed by their title.
  const plan = title === '' ? { ...parsed.data, title: goal.split('\n', 1)[0]! } : parsed.data
  const issues = [
    ...validatePlan(plan),
    ...findPlanSecrets(plan, secrets),
    ...resolveGraph(plan.phases, plan).issues,
  ]
  const errors = issues.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw planInvalid(errors, plan)
  return plan
}
