import type { CommandRequest } from '../../contract/command-runner.ts'
import { driverError } from '../../contract/driver-error.ts'
import type { ReviewSession } from '../../contract/reviewer.ts'
import { findFault } from '../../error/check/find-fault.ts'
import {
  aFunction,
  anObject,
  argv,
  entries,
  name,
  oneOf,
  optional,
  record,
  type Rule,
  type RulesOf,
  shape,
  text,
} from '../../error/check/rule.ts'

const rules = {
  session: record({
    prompt: name,
    outputSchema: optional(anObject),
    resume: optional(name),
  } satisfies RulesOf<ReviewSession>),
  driver: optional(
    shape('a driver, such as claude()', { contract: oneOf('driver-v1'), runSession: aFunction }),
  ),
  command: record({
    argv,
    cwd: optional(text),
    env: optional({ ...entries(text), expected: 'an object of texts by name' }),
  } satisfies RulesOf<Pick<CommandRequest, 'argv' | 'cwd' | 'env'>>),
} satisfies Record<string, Rule>

/** Checks an argument that a reviewer or an evaluator passes to its context. Throws `environment`. */
export const checkReviewCall = (
  who: string,
  method: 'session' | 'command',
  argument: keyof typeof rules,
  value: unknown,
): void => {
  const fault = findFault(argument, value, rules[argument])
  if (fault === undefined) return
  const message = `The ${who} passed an invalid value to \`${method}\`: ${fault}`
  throw driverError('environment', { message })
}
