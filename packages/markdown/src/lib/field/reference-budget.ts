import type { PlanIssue } from '@amelia/core/plugin'

const limit = 2_000_000

/**
 * Limits the references that ranges and `all` expand to in one plan, because a short text can describe an
 * enormous graph.
 */
export interface ReferenceBudget {
  /** Returns whether this many more ids may be expanded. */
  spend(amount: number): boolean
  /** Returns one error if there were too many. */
  issues(): PlanIssue[]
}

/** Creates the budget of one plan: 2,000,000 references. */
export const createReferenceBudget = (): ReferenceBudget => {
  let left = limit
  return {
    spend: (amount) => {
      left -= amount
      return left >= 0
    },
    issues: () => {
      if (left >= 0) return []
      const message = `Ranges and "all" stand for more than ${limit} dependencies in this plan. Name fewer.`
      return [{ severity: 'error', code: 'PLAN_TOO_LARGE', message, line: 1, column: 1 }]
    },
  }
}
