import { acceptanceSchema, phaseSchema, planSchema, stepSchema, subtaskSchema } from '../plan/plan-schema.ts'
import { anything, record, type Rule, type Rules } from '../error/check/rule.ts'

/** The fields of an object of the plan. The schema checks their values, and would drop other fields. */
const fields = ({ shape }: { shape: object }, lists: Rules = {}): Rules => ({
  ...Object.fromEntries(Object.keys(shape).map((field) => [field, anything])),
  ...lists,
})
const listOf = (members: Rules): Rule => ({ ...anything, each: { ...anything, members } })

const subtasks = listOf(fields(subtaskSchema, { steps: listOf(fields(stepSchema)) }))
const phases = listOf(fields(phaseSchema, { subtasks, acceptance: listOf(fields(acceptanceSchema)) }))

/** The fields of a plan: a misspelled `dependsOn` would be a dependency that is silently lost. */
export const planFields: Rules = fields(planSchema, { phases })

/** The rule of a plan as a program passes it, from `readPlan` or made in code. */
export const planRule: Rule = {
  ...record({ ...planFields, warnings: anything }),
  expected: 'a plan, as readPlan and definePlan return',
}
