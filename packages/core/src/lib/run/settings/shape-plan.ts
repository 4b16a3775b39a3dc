import { resolveGraph } from '../../graph/resolve-graph.ts'
import { describeIssue } from '../../error/check/describe-issue.ts'
import { findPlanSecrets } from '../../plan/find-plan-secrets.ts'
import { joinPhases } from '../../plan/join-phases.ts'
import type { PlanIssue } from '../../plan/plan-issue.ts'
import type { Plan, PlanDraft } from '../../plan/model/plan.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import { placeIssues } from '../../plan/source/locate-line.ts'
import { planInvalid } from '../../read/plan-invalid.ts'
import { validatePlan } from '../../plan/validation/validate-plan.ts'
import { checkTestFirst } from '../../policy/evidence/check-test-first.ts'
import { splitBatches } from '../../policy/dispatch/split-batches.ts'
import type { RunSettings } from '../../machine/state/run-settings.ts'
import { checkPatterns } from './check-patterns.ts'
import { checkSteps } from './check-steps.ts'

/** Tells which phases of a plan have an agent. */
export type HasDriver = (plan: Plan) => (phaseId: string) => boolean

export type PlanShape = NonNullable<RunSettings['shape']>

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

/**
 * Shapes a plan for a run, and lists the changes.
 *
 * Throws `PLAN_INVALID` for a plan that breaks the run's rules, and `DRIVER_MISSING` for one that needs an
 * agent.
 */
export const shapePlan = async (
  given: Plan,
  {
    shape,
    hasDriver,
    ...rules
  }: Pick<RunSettings, 'tdd' | 'strictTdd'> & { shape: PlanShape; hasDriver: HasDriver },
): Promise<{ plan: Plan; issues: PlanIssue[] }> => {
  const shaped = cut(given, shape)
  const strict = rules.strictTdd === true
  const untested = checkTestFirst(given, { tdd: rules.tdd, strict })
  if (untested.some(({ severity }) => severity === 'error')) throw planInvalid(untested, given)
  const unreadable = await checkPatterns(shaped.plan)
  if (unreadable.length > 0) throw planInvalid(unreadable, given)
  checkSteps(shaped.plan, hasDriver(shaped.plan))
  return { plan: shaped.plan, issues: placeIssues([...untested, ...shaped.issues], given) }
}

const cut = (plan: Plan, shape: PlanShape): { plan: Plan; issues: PlanIssue[] } => {
  if (shape === 'as it is') return { plan, issues: [] }
  return shape === 'joined' ? { plan: joinPhases(plan), issues: [] } : splitBatches(plan, shape)
}
