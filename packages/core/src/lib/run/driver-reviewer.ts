import type { DriverV1 } from '../contract/driver.ts'
import { defineReviewer, type ReviewerV1 } from '../contract/reviewer.ts'
import { checkOptions } from '../error/check/check-options.ts'
import { name, optional } from '../error/check/rule.ts'
import { reviewerRules } from './reviewer-rules.ts'
import { loadEngine } from './load-engine.ts'

/** Options of {@link driverReviewer}. */
export interface DriverReviewerOptions {
  /** The agent that reviews. Default: the run's driver. */
  driver?: DriverV1 | undefined
  /** Whether it reviews each phase, or the final result. Default: `phase`. */
  scope?: ReviewerV1['scope'] | undefined
  /** The reviewer's name in comments. Default: `reviewer`. */
  id?: string | undefined
}

/**
 * Returns a reviewer that asks an agent for a structured verdict in a separate, read-only session.
 *
 * An unreadable verdict is requested once more in the same session; if that fails too, the review rejects.
 */
export const driverReviewer = (options: DriverReviewerOptions = {}): ReviewerV1 => {
  checkOptions('driverReviewer', options, { ...reviewerRules, id: optional(name) })
  const { driver, scope = 'phase', id = 'reviewer' } = options
  return defineReviewer({
    id,
    scope,
    ...(driver && { driver }),
    async review(request, context) {
      return (await loadEngine()).reviewByAgent(driver, request, context)
    },
  })
}
