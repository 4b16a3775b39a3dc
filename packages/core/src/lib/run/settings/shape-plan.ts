import { joinPhases } from '../../plan/join-phases.ts'
import type { PlanIssue } from '../../plan/plan-issue.ts'
import type { Plan } from '../../plan/model/plan.ts'
import { placeIssues } from '../../plan/source/locate-line.ts'
import { planInvalid } from '../../read/plan-invalid.ts'
import { checkTestFirst } from '../../policy/evidence/check-test-first.ts'
import { splitBatches } from '../../policy/dispatch/split-batches.ts'
import type { RunSettings } from '../../machine/state/run-settings.ts'
import { checkPatterns } from './check-patterns.ts'
import { checkSteps } from './check-steps.ts'

/** Tells which phases of a plan have an agent. */
export type HasDriver = (plan: Plan) => (phaseId: string) => boolean

export type PlanShape = NonNullable<RunSettings['shape']>

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
