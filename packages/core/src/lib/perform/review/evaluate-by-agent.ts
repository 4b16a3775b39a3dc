import type { DriverV1 } from '../../contract/driver.ts'
import type { Judgement, ReviewContext, ReviewRequest } from '../../contract/reviewer.ts'
import { judgementsJsonSchema, readJudgements } from '../../policy/answer/read-judgements.ts'
import type { ReviewComment } from '../../contract/review.ts'
import { buildEvaluation, buildEvaluationRepair } from '../../prompt/build-evaluation.ts'
import { askAgent } from './ask-agent.ts'

/** Implements the evaluator of `driverEvaluator`. */
export const evaluateByAgent = (
  driver: DriverV1 | undefined,
  comments: readonly ReviewComment[],
  request: ReviewRequest,
  context: ReviewContext,
): Promise<Judgement[]> =>
  askAgent(context, {
    prompt: buildEvaluation(comments, request),
    outputSchema: judgementsJsonSchema,
    read: readJudgements,
    repair: buildEvaluationRepair,
    driver,
  })
