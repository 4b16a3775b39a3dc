import type { CheckResult } from '../../../contract/check-result.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { RefUpdate } from '../../../contract/git-backend.ts'
import type { Review } from '../../../contract/review.ts'
import type { BlockerType } from '../../../event/blocker-type.ts'
import type { CheckedFacts } from '../../../event/checked-facts.ts'
import type { PlanTicks } from '../../../event/change/plan-ticks.ts'
import type { NotedStatement } from '../../../event/noted-statement.ts'

/** The inputs about the run's end, by type. */
export interface ClosingInputMap {
  /** The review of the final result has ended. */
  run_reviewed: { review: Review }
  /**
   * The target is restored, or `note` says why not. `rescue` is the reference that keeps its commits.
   * `files`: files in the user's checkout were restored, not the target; `kept` are those that the user has
   * changed since.
   */
  run_reverted: { note?: string; rescue?: string; files?: true; kept?: string[] }
  /** `debts`: phases whose tests are still without their implementation. `facts`: if all checks passed. */
  run_verified: { checks: CheckResult[]; debts: string[]; facts?: CheckedFacts }
  /**
   * The run's last commit, the one that people get, and the intent. `merged`: it contains commits of someone
   * else that nothing of the run was verified with.
   */
  run_composed: {
    commit: string
    published: string
    merged: boolean
    updates: RefUpdate[]
    note?: string
    ticks?: PlanTicks[]
    /** The last statement about these commits. */
    statement?: NotedStatement
  }
  /** `note` says why the files are not in the user's checkout. */
  checkout_applied: { note?: string }
  /** Something failed at the run's end. */
  closing_failed: { failure: Failure; blocker: BlockerType }
}
