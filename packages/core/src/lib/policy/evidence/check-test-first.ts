import { checkWholePlan } from '../../graph/check-phases.ts'
import type { PlanIssue } from '../../plan/plan-issue.ts'
import type { Plan } from '../../plan/model/plan.ts'
import type { SettingValue } from '../dispatch/setting-values.ts'
import { checkTdd } from './check-tdd.ts'
import { checkLinks } from './link/check-links.ts'

/**
 * Lists the issues of a plan that a run at the level `tdd` has with the order of its tests: implementations
 * without a test before them, and, where red is taken, tests that nothing is known to make pass.
 *
 * `strict` makes errors of what only words show. Default: the caller names the level `static` or `full`.
 *
 * Throws `OPTION_INVALID` for a value that is not a plan.
 */
export const checkTestFirst = (
  plan: Plan,
  { tdd, strict = tdd === 'static' || tdd === 'full' }: { tdd?: SettingValue<'tdd'>; strict?: boolean } = {},
): PlanIssue[] => {
  checkWholePlan('checkTestFirst', plan)
  if (tdd === 'off') return []
  return [...checkTdd(plan, { strict }), ...(tdd === 'static' ? [] : checkLinks(plan))]
}
