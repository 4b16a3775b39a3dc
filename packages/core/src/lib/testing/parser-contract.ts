import type { PlanParserV1 } from '../contract/plan-parser.ts'
import { planSchema } from '../plan/plan-schema.ts'
import { checkPlan } from '../read/check-plan.ts'
import type { ContractCase } from './contract-case.ts'
import { ensure, ensureEqual } from './ensure.ts'
import { makeCase } from './make-case.ts'

/** Options of {@link parserContract}. */
export interface ParserContractOptions {
  /** The parser under test. */
  parser: PlanParserV1
  /** Documents of the parser's own format, without errors. */
  samples: readonly string[]
}

const strangers = [
  '',
  ' ',
  '\n',
  '\u0000',
  '\ud800',
  '# Title\n\nProse.\n',
  '{',
  '[]',
  '- \t- \t-',
  '|',
  '```',
  '---\n',
  '`'.repeat(500),
  '> '.repeat(500),
]

/**
 * Cuts a text at about 40 places, drops a character there, and inserts a line, as an interrupted edit would.
 */
const damaged = (text: string): string[] => {
  const step = Math.max(1, Math.floor(text.length / 40))
  const places = Array.from({ length: Math.ceil(text.length / step) }, (_, index) => index * step)
  return places.flatMap((at) => [
    text.slice(0, at),
    text.slice(at),
    text.slice(0, at) + text.slice(at + 1),
    `${text.slice(0, at)}|\n#${text.slice(at)}`,
  ])
}

/** Whether a parser may report a code: one of Amelia's, or its own with its id. */
const isCodeOf = (id: string, code: string): boolean =>
  /^[A-Z_]+$/.test(code) || (code.startsWith(`${id}:`) && code !== `${id}:`)

/** Returns the contract of {@link PlanParserV1} as cases. */
export const parserContract = ({ parser, samples }: ParserContractOptions): ContractCase[] => {
  const test = (name: string, body: () => void): ContractCase => makeCase(name, {}, async () => body())
  const all = [...strangers, ...samples, ...samples.flatMap(damaged)]
  return [
    test('the score of any text is between 0 and 1', () => {
      for (const text of all) {
        const score = parser.detect(text)
        ensure(score >= 0 && score <= 1, `the score ${score} of ${JSON.stringify(text.slice(0, 60))}`)
      }
    }),
    test('any text results in a plan or an error, and each issue lies inside the text', () => {
      for (const text of all) {
        const { plan, issues } = parser.parse(text)
        const lines = text.split(/\r\n|\r|\n/).length
        ensure(
          plan !== undefined || issues.some(({ severity }) => severity === 'error'),
          `no plan and no error for ${JSON.stringify(text.slice(0, 60))}`,
        )
        for (const { code, line, column, message } of issues) {
          ensure(line >= 1 && line <= lines && column >= 1, `the place ${line}:${column} of an issue`)
          ensure(message !== '', 'an issue has a message')
          ensure(isCodeOf(parser.id, code), `the code ${code} of an issue`)
        }
      }
    }),
    test('documents of its format are detected and parsed without errors', () => {
      for (const text of samples) {
        const { plan, issues } = parser.parse(text)
        ensure(parser.detect(text) > 0, 'the score of a sample')
        ensureEqual(
          issues.filter(({ severity }) => severity === 'error'),
          [],
          'errors of a sample',
        )
        ensure(planSchema.safeParse(plan).success, 'the plan of a sample follows the schema')
        ensure((plan?.phases.length ?? 0) > 0, 'a sample has phases')
        ensureEqual(
          checkPlan(text, { parsers: [parser] }).issues.filter(({ severity }) => severity === 'error'),
          [],
          'errors of the plan of a sample',
        )
      }
    }),
    test('the same text results in the same plan, with any line endings', () => {
      for (const text of samples) {
        const read = parser.parse(text)
        ensureEqual(parser.parse(text), read, 'the result of a second call')
        const windows = parser.parse(text.replaceAll('\n', '\r\n'))
        ensureEqual(windows.plan?.phases, read.plan?.phases, 'the phases with CRLF')
        ensureEqual(windows.reading, read.reading, 'the account of the text with CRLF')
      }
    }),
  ]
}
