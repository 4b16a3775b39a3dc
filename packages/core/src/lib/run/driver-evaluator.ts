import type { DriverV1 } from '../contract/driver.ts'
import { defineEvaluator, type EvaluatorV1 } from '../contract/reviewer.ts'
import { checkOptions } from '../error/check/check-options.ts'
import { reviewerRules } from './reviewer-rules.ts'
import { loadEngine } from './load-engine.ts'

/** Options of {@link driverEvaluator}. */
export interface DriverEvaluatorOptions {
  /** The agent that decides. Default: the run's driver. */
  driver?: DriverV1 | undefined
}

/**
 * Returns an evaluator that asks an agent, in a read-only session, whether each comment is implemented,
 * rejected, deferred, or needs a person to clarify it (seed: phased-execution, Evaluator Integration for
 * Phase Review).
 */
export const driverEvaluator = (options: DriverEvaluatorOptions = {}): EvaluatorV1 => {
  checkOptions('driverEvaluator', options, { driver: reviewerRules.driver })
  const { driver } = options
  return defineEvaluator({
    ...(driver && { driver }),
    async evaluate(comments, request, context) {
      return (await loadEngine()).evaluateByAgent(driver, comments, request, context)
    },
  })
}
