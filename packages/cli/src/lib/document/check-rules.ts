import { checkTestFirst, type PlanCheck, type SettingValue, placeIssues } from '@amelia/core'
import { checkPatterns } from '@amelia/core/view'
import { checkIgnored } from '@amelia/core/machine'
import type { GitBackendV1 } from '@amelia/core/plugin'

/**
 * Adds the issues for which a run refuses the plan or warns: implementations without a test before them,
 * tests that nothing makes pass, invalid patterns, and files that `git` ignores. `tdd` is the setting
 * that the run is given.
 */
export const checkRules = async (
  check: PlanCheck,
  { tdd, git = {} }: { tdd?: SettingValue<'tdd'> | undefined; git?: Pick<GitBackendV1, 'findIgnored'> } = {},
): Promise<PlanCheck> => {
  const { plan, ok } = check
  if (plan === undefined || !ok) return check
  const found = placeIssues(
    [
      ...checkTestFirst(plan, tdd === undefined ? {} : { tdd }),
      ...(await checkPatterns(plan)),
      ...(await checkIgnored(plan, git)),
    ],
    plan,
  )
  if (found.length === 0) return check
  const rank = { error: 0, warning: 1 }
  return {
    ...check,
    ok: found.every(({ severity }) => severity === 'warning'),
    issues: [...check.issues, ...found].sort(
      (one, other) =>
        rank[one.severity] - rank[other.severity] || one.line - other.line || one.column - other.column,
    ),
  }
}
