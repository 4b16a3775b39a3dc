/** Reads plans that are written as batches of steps. */
export { executionPlan } from './lib/execution-plan.ts'
