import type { PlanParserV1 } from '@amelia/core'
import { usageError } from '../../terminal/usage-error.ts'
import type { ParserOptions } from '../../document/plan-parsers.ts'

/**
 * Calls an optional method of a parser. Throws a usage error that names the parser if one of the config file
 * throws, or returns a value that `isValid` refuses.
 */
export const callParser = <Value>(
  parser: PlanParserV1,
  { plugins }: Pick<ParserOptions, 'plugins'>,
  method: { name: 'fix' | 'write'; expected: string; isValid: (value: Value) => boolean; call: () => Value },
): Value => {
  const { name, expected, isValid, call } = method
  if (!plugins?.parsers?.includes(parser)) return call()
  let value: Value
  try {
    value = call()
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    throw usageError(`The parser ${parser.id} failed in \`${name}\`: ${cause}`, advice)
  }
  if (isValid(value)) return value
  throw usageError(`The parser ${parser.id} must return ${expected} from \`${name}\`.`, advice)
}

const advice = 'Fix the parser, or remove it from the config file.'
