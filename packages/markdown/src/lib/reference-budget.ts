import type { PlanIssue } from '@amelia/core/plugin'

const limit = 2_000_000

/** Counts what ranges and `all` stand for in one plan: a short text can ask for a graph that fits nowhere. */
export interface ReferenceBudget {
  /** Whether so many more ids may be looked at. */
  spend(amount: number): boolean
  /** One error when they were too many. */
  issues(): PlanIssue[]
}

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
