import type { DriverV1 } from '../../contract/driver.ts'
import type { ReviewContext, ReviewRequest, Verdict } from '../../contract/reviewer.ts'
import { readVerdict, verdictJsonSchema } from '../../policy/answer/read-verdict.ts'
import { buildReview, buildVerdictRepair } from '../../prompt/build-review.ts'
import { askAgent } from './ask-agent.ts'

/** Implements the reviewer of `driverReviewer`. */
export const reviewByAgent = (
  driver: DriverV1 | undefined,
  request: ReviewRequest,
  context: ReviewContext,
): Promise<Verdict> =>
  askAgent(context, {
    prompt: buildReview(request),
    outputSchema: verdictJsonSchema,
    read: readVerdict,
    repair: buildVerdictRepair,
    driver,
  })
