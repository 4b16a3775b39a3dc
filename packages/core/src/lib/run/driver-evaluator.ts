import type { DriverV1 } from '../contract/driver.ts'
import { defineEvaluator, type EvaluatorV1 } from '../contract/reviewer.ts'
import { judgementsJsonSchema, readJudgements } from '../policy/read-judgements.ts'
import { buildEvaluation, buildEvaluationRepair } from '../prompt/build-evaluation.ts'
import { askAgent } from './ask-agent.ts'

export interface DriverEvaluatorOptions {
  /** The agent that decides. Default: the run's own. */
  driver?: DriverV1
}

/**
 * An evaluator that is an agent: a session that may only read, and that says of each comment whether it is implemented, rejected,
 * put off, or for a person to make clear (seed: phased-execution, Evaluator Integration for Phase Review).
 */
export const driverEvaluator = ({ driver }: DriverEvaluatorOptions = {}): EvaluatorV1 =>
  defineEvaluator({
    ...(driver && { driver }),
    evaluate: (comments, request, context) =>
      askAgent(context, {
        prompt: buildEvaluation(comments, request),
        outputSchema: judgementsJsonSchema,
        read: readJudgements,
        repair: buildEvaluationRepair,
        driver,
      }),
  })
