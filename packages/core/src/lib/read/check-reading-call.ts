import type { PlanParserV1 } from '../contract/plan-parser.ts'
import { checkArgument, checkOptions, invalidOption } from '../error/check/check-options.ts'
import {
  aBoolean,
  aFunction,
  amount,
  list,
  matching,
  oneOf,
  optional,
  type Rule,
  type RulesOf,
  secretTexts,
  shape,
  text,
} from '../error/check/rule.ts'
import { queueForm } from '../plan/field/read-name.ts'
import { readSinglePhase } from '../plan/read-single-phase.ts'
import type { PlanInput, PlanSource } from '../plan/source/plan-source.ts'
import type { CheckPlanOptions } from './check-plan-options.ts'

const handler = optional(aFunction)

/** The rule of a parser. */
export const parserRule = shape('a parser, such as taskHeading()', {
  contract: oneOf('parser-v1'),
  id: matching(queueForm, 'a name of letters, digits, dots, underscores and hyphens'),
  detect: aFunction,
  parse: aFunction,
  parseFiles: handler,
  findFiles: handler,
  folders: optional(list(text)),
  write: handler,
  fix: handler,
  findMarks: handler,
} satisfies RulesOf<PlanParserV1>)

const optionRules: RulesOf<CheckPlanOptions> = {
  parsers: list(parserRule, 'a list of parsers'),
  format: optional(text),
  maxBytes: optional(amount),
  secrets: secretTexts,
  split: handler,
}

const isText = (value: unknown): boolean => typeof value === 'string' || value instanceof Uint8Array
const textOrBytes: Rule = { expected: 'a text or a Uint8Array', is: isText }
const input: Rule = { expected: 'a text, a Uint8Array, or a list of files', is: isText }
/** The rule of the files of a plan. */
export const filesRule = list(
  shape('a file with `path` and `text`', {
    path: text,
    text: textOrBytes,
    context: optional(aBoolean),
  } satisfies RulesOf<PlanSource>),
)

/** Checks the arguments of a function that reads a plan. Throws `OPTION_INVALID`. */
export const checkReadingCall = (caller: string, plan: PlanInput, options: CheckPlanOptions): void => {
  checkArgument(caller, 'input', plan, Array.isArray(plan) ? filesRule : input)
  checkOptions(caller, options, optionRules)
  const ids = [readSinglePhase, ...options.parsers].map(({ id }) => id)
  const repeated = ids.find((id, index) => ids.indexOf(id) < index)
  if (repeated === undefined) return
  const message = `${caller}: the id "${repeated}" belongs to another parser. Give each its own id.`
  throw invalidOption('parsers', message)
}
