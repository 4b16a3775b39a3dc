import type { PlanParserV1 } from '../../contract/plan-parser.ts'
import { checkOptions, invalidOption } from '../../error/check/check-options.ts'
import { list, optional, type RulesOf, text } from '../../error/check/rule.ts'
import { filesRule, parserRule } from '../../read/check-reading-call.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import type { PlanSource } from '../../plan/source/plan-source.ts'
import { checkPlan } from '../../read/check-plan.ts'
import type { ContractCase } from '../contract-case.ts'
import { ensure, ensureEqual } from '../ensure.ts'
import { makeCase } from '../make-case.ts'
import { ensureAccount, ensureReading, ensurePlaces } from './ensure-reading.ts'
import { parserFilesCases } from './parser-files-cases.ts'
import { parserFixCases } from './parser-fix-cases.ts'
import { damaged, excerpt, strangers } from './strangers.ts'
import { parserWriteCases } from './parser-write-cases.ts'

/** Options of {@link parserContract}. */
export interface ParserContractOptions {
  /** The parser under test. */
  parser: PlanParserV1
  /** Documents of the parser's own format, without errors. */
  samples: readonly string[]
  /** Plans of several files of the parser's own format, without errors; for a parser with `parseFiles`. */
  files?: readonly (readonly PlanSource[])[] | undefined
}

const optionRules: RulesOf<ParserContractOptions> = {
  parser: parserRule,
  samples: {
    ...list(text, 'a list of at least one document'),
    is: (value) => Array.isArray(value) && value.length > 0,
  },
  files: optional(list(filesRule, 'a list of plans, each a list of files')),
}

/**
 * Returns the contract of {@link PlanParserV1} as cases. A case about an optional member, such as `write`, is
 * not covered for a parser without it. Throws `OPTION_INVALID` without samples.
 *
 * No case measures time, because that depends on the machine: measure the growth of yours with a large text.
 */
export const parserContract = (options: ParserContractOptions): ContractCase[] => {
  checkOptions('parserContract', options, optionRules)
  const { parser, samples, files } = options
  if (files && !parser.parseFiles) {
    const message = 'parserContract: `files` needs a parser with `parseFiles`. Add it, or leave `files` out.'
    throw invalidOption('files', message)
  }
  const test = (name: string, body: () => void): ContractCase => makeCase(name, {}, async () => body())
  const all = [...strangers, ...samples, ...samples.flatMap(damaged)]
  return [
    test('the score of any text is between 0 and 1', () => {
      for (const text of all) {
        const score = parser.detect(text)
        ensure(score >= 0 && score <= 1, `the score ${score} of ${excerpt(text)}`)
      }
    }),
    test('a limit changes only scores below it, and does not raise them', () => {
      for (const text of all) {
        const score = parser.detect(text)
        for (const atLeast of [0.2, 0.5, 0.7, 0.85]) {
          const limited = parser.detect(text, atLeast)
          const isSame = limited === score || (score < atLeast && limited < score)
          ensure(isSame, `the score ${limited} from ${atLeast} on, instead of ${score}, of ${excerpt(text)}`)
        }
      }
    }),
    test('any text results in a plan or an error, and each issue lies inside the text', () => {
      for (const text of all) ensureReading(parser.id, text, parser.parse(text))
    }),
    test('each part of a plan begins inside the text', () => {
      for (const text of all) ensurePlaces(text, parser.parse(text).plan)
    }),
    test('a plan names the format of its parser, or none', () => {
      for (const text of all) {
        const format = parser.parse(text).plan?.format ?? parser.id
        ensureEqual(format, parser.id, `the format of the plan of ${excerpt(text)}`)
      }
    }),
    test('an account of a text lies inside it, and skipped lines have a warning', () => {
      for (const text of all) ensureAccount(text, parser.parse(text))
    }),
    test('documents of its format are detected and parsed without errors', () => {
      for (const text of samples) {
        const { plan, issues } = parser.parse(text)
        const score = parser.detect(text)
        ensure(score > 0, `the score ${score} of the sample ${excerpt(text)} must be above 0`)
        ensureEqual(
          issues.filter(({ severity }) => severity === 'error'),
          [],
          `errors of the sample ${excerpt(text)}`,
        )
        ensure(
          planSchema.safeParse(plan).success,
          `the plan of the sample ${excerpt(text)} does not follow the schema`,
        )
        ensure((plan?.phases.length ?? 0) > 0, `the sample ${excerpt(text)} has no phases`)
        ensureEqual(
          checkPlan(text, { parsers: [parser] }).issues.filter(({ severity }) => severity === 'error'),
          [],
          `errors of the plan of the sample ${excerpt(text)}`,
        )
      }
    }),
    test('the same text results in the same plan, with any line endings', () => {
      for (const text of samples) {
        const read = parser.parse(text)
        ensureEqual(parser.parse(text), read, `the result of a second call for ${excerpt(text)}`)
        const windows = parser.parse(text.replaceAll('\n', '\r\n'))
        ensureEqual(windows.plan?.phases, read.plan?.phases, `the phases of ${excerpt(text)} with CRLF`)
        ensureEqual(windows.reading, read.reading, `the account of ${excerpt(text)} with CRLF`)
      }
    }),
    ...parserFilesCases(parser, samples, files),
    ...parserWriteCases(parser, samples),
    ...parserFixCases(parser, samples, all),
  ]
}
