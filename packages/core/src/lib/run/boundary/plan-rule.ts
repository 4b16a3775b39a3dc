import {
  acceptanceSchema,
  phaseSchema,
  planSchema,
  stepSchema,
  subtaskSchema,
} from '../../plan/plan-schema.ts'
import { anObject, anything, type Rule, type Rules } from './rule.ts'

/** The fields of an object of the plan. The schema checks their values, and would drop other fields. */
const fields = ({ shape }: { shape: object }, lists: Record<string, Rule> = {}): Rules => ({
  ...Object.fromEntries(Object.keys(shape).map((field) => [field, anything])),
  ...lists,
})
const listOf = (members: Rules): Rule => ({ ...anything, each: { ...anything, members } })

const subtasks = listOf(fields(subtaskSchema, { steps: listOf(fields(stepSchema)) }))
const phases = listOf(fields(phaseSchema, { subtasks, acceptance: listOf(fields(acceptanceSchema)) }))

/** A plan without unknown fields: a misspelled `dependsOn` would be a dependency that is silently lost. */
export const planRule: Rule = {
  expected: 'a plan, as readPlan returns',
  is: anObject.is,
  members: fields(planSchema, { phases }),
}
