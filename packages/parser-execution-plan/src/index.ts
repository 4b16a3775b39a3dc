/** A parser for plans written as batches of steps. */
export { executionPlan } from './lib/execution-plan.ts'
export { executionPlanSchema } from './lib/execution-plan-schema.ts'
