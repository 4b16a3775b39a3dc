/** A parser for plans written as batches of steps. */
export { executionPlan } from './lib/execution-plan.ts'
