import { checkArgument } from '../../error/check/check-options.ts'
import { anObject, list, name, oneOf, optional, record, type Rule, text } from '../../error/check/rule.ts'
import { revertScopes } from '../../event/gate-view.ts'

const rules = {
  answer: record({
    feedback: optional({ ...text, secret: true }),
    amount: optional(anObject),
    scope: optional(oneOf(...revertScopes)),
    phaseIds: optional(list(name, 'a list of phases')),
  }),
  cancel: optional(record({ phaseId: name, stepId: optional(name) })),
} satisfies Record<string, Rule>

/** Checks the options of a method of a run. Throws `OPTION_INVALID`. */
export const checkRunCall = (method: keyof typeof rules, options: unknown): void =>
  checkArgument(`run.${method}`, 'options', options, rules[method])
