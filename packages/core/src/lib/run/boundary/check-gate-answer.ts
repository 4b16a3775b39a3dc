import { invalidOption } from '../../error/check/check-options.ts'
import { findFault } from '../../error/check/find-fault.ts'
import { type Rule, shape, text } from '../../error/check/rule.ts'

const rule: Rule = {
  ...shape('an answer with `choice`, or undefined', { choice: text }),
  optional: true,
}

/** Returns what `onGate` returned. Throws `OPTION_INVALID`; the choice itself is checked with the gate. */
export const checkGateAnswer = <Given>(given: Given): Given => {
  const fault = findFault('result', given ?? undefined, rule)
  if (fault !== undefined) throw invalidOption('onGate', `\`onGate\` returned an invalid result: ${fault}`)
  return given
}
