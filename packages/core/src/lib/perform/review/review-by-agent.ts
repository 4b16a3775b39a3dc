import type { DriverV1 } from '../../contract/driver.ts'
import type { ReviewContext, ReviewRequest, Verdict } from '../../contract/reviewer.ts'
import { criteriaJsonSchema } from '../../policy/answer/read-criteria.ts'
import { readVerdict, verdictJsonSchema } from '../../policy/answer/read-verdict.ts'
import { buildReview, buildVerdictRepair } from '../../prompt/build-review.ts'
import { askAgent } from './ask-agent.ts'

/** Implements the reviewer of `driverReviewer`. */
export const reviewByAgent = async (
  driver: DriverV1 | undefined,
  request: ReviewRequest,
  context: ReviewContext,
): Promise<Verdict> =>
  askAgent(context, {
    prompt: buildReview(request),
    outputSchema: request.criteria === undefined ? verdictJsonSchema : withCriteria,
    read: (value) => readVerdict(value, request.criteria),
    repair: (problem) => buildVerdictRepair(problem, request),
    driver,
  })

const withCriteria: Record<string, unknown> = {
  ...verdictJsonSchema,
  properties: { ...(verdictJsonSchema.properties as object), criteria: criteriaJsonSchema },
  required: [...(verdictJsonSchema.required as string[]), 'criteria'],
}
