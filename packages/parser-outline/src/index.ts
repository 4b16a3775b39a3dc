/** A parser for plans without a format of their own. */
export { outlinePlan } from './lib/outline-plan.ts'
