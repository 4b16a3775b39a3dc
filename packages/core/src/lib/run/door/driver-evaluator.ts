import type { DriverV1 } from '../../contract/driver.ts'
import { defineEvaluator, type EvaluatorV1 } from '../../contract/reviewer.ts'
import { loadEngine } from './load-engine.ts'

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
    async evaluate(comments, request, context) {
      const { evaluateByAgent } = await loadEngine()
      return evaluateByAgent(driver, comments, request, context)
    },
  })
