import type { DriverV1 } from '../../contract/driver.ts'
import { defineReviewer, type ReviewerV1 } from '../../contract/reviewer.ts'
import { loadEngine } from './load-engine.ts'

export interface DriverReviewerOptions {
  /** The agent that reviews. Default: the run's own. */
  driver?: DriverV1
  /** Whether it judges every phase, or the whole at the end. Default: `phase`. */
  scope?: ReviewerV1['scope']
  /** Its name in comments. Default: `reviewer`. */
  id?: string
}

/**
 * A reviewer that is an agent: a session of its own that may only read, and that gives a verdict of a fixed form.
 *
 * A verdict that cannot be read is asked for once more, in the same session; then it is a rejection.
 */
export const driverReviewer = ({
  driver,
  scope = 'phase',
  id = 'reviewer',
}: DriverReviewerOptions = {}): ReviewerV1 =>
  defineReviewer({
    id,
    scope,
    ...(driver && { driver }),
    async review(request, context) {
      const { reviewByAgent } = await loadEngine()
      return reviewByAgent(driver, request, context)
    },
  })
