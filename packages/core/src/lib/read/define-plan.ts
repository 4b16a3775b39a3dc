import { checkArgument } from '../error/check/check-options.ts'
import type { PhaseDraft } from '../plan/model/phase.ts'
import type { Plan, PlanDraft } from '../plan/model/plan.ts'
import { checkedPlan } from './checked-plan.ts'
import { planRule } from './plan-fields.ts'

/** A phase of {@link DefinedPlan}. Its references are ids of phases of the same plan. */
export interface DefinedPhase<Id extends string = string>
  extends Omit<PhaseDraft, 'id' | 'dependsOn' | 'parallelWith' | 'conflictsWith'> {
  /** Unique in the plan, in whatever spelling: `2A` and `2-a` are one phase. */
  id: Id
  /** Ids of the phases whose commits this one builds on. Default: none. */
  dependsOn?: readonly NoInfer<Id>[] | undefined
  /** Ids of phases that can run beside this one: checked and shown, never the truth. Default: none. */
  parallelWith?: readonly NoInfer<Id>[] | undefined
  /** Ids of phases that never run at the same time as this one, in either order. Default: none. */
  conflictsWith?: readonly NoInfer<Id>[] | undefined
}

/** A plan as {@link definePlan} takes it: what has a default may be left out. */
export interface DefinedPlan<Id extends string = string> extends Omit<PlanDraft, 'phases'> {
  /** The phases, in the order in which they are shown. */
  phases: readonly DefinedPhase<Id>[]
}

/**
 * Checks a plan that is made in code, and adds its defaults: its phases have an order, and it contains no
 * secrets. Where the ids are written in the call, the compiler also checks the references between phases.
 *
 * Throws `OPTION_INVALID` for an unknown field, and `PLAN_INVALID` with every finding for a plan that cannot
 * run.
 */
export const definePlan = <Id extends string>(plan: DefinedPlan<Id>): Plan => {
  checkArgument('definePlan', 'plan', plan, planRule)
  return checkedPlan(plan as unknown as PlanDraft)
}
