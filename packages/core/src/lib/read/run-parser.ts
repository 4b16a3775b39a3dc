import type { PlanParserV1 } from '../contract/plan-parser.ts'
import { describeValue } from '../error/check/describe-value.ts'
import { findReturnFault } from '../error/check/find-return-fault.ts'
import { anything, finite, list, oneOf, optional, record, shape, text } from '../error/check/rule.ts'
import type { PlanIssue } from '../plan/plan-issue.ts'
import { planFields } from './plan-fields.ts'

/** The result of a parser. The schema checks the values of the plan, and would drop unknown fields. */
const resultRule = shape('an object with `issues`', {
  plan: optional(record(planFields)),
  issues: list(
    shape('an issue', {
      severity: oneOf('error', 'warning'),
      code: text,
      message: text,
      line: finite,
      column: finite,
    }),
    'a list of issues',
  ),
  reading: optional(shape('an account of the text', { boxes: finite, skipped: list(anything) })),
})

/** The part of a parser that reads. */
export type Reader = Pick<PlanParserV1, 'id' | 'parse' | 'findMarks'>

/** A parser is somebody else's code: one that throws is an issue and no crash. */
export const runParser = (reader: Reader, source: string): ReturnType<PlanParserV1['parse']> => {
  try {
    const result = reader.parse(source)
    const fault = findReturnFault({ plugin: `parser "${reader.id}"`, method: 'parse' }, result, resultRule)
    if (fault !== undefined) return failed(fault)
    const { issues, ...read } = result
    return { ...read, issues: [...issues, ...findForeignCodes(reader.id, issues)] }
  } catch (error) {
    return failed(describeThrown(reader, error))
  }
}

/** Describes an error that a parser has thrown, for an issue. */
export const describeThrown = ({ id }: Pick<Reader, 'id'>, error: unknown): string =>
  `The parser ${id} failed: ${error instanceof Error ? error.message : describeValue(error)}. Its contract tests show where.`

const failed = (message: string): ReturnType<PlanParserV1['parse']> => ({
  issues: [{ severity: 'error', code: 'PLAN_SYNTAX', message, line: 1, column: 1 }],
})

/** Reports codes with a prefix that is not the parser's id: a program could not tell whose codes they are. */
const findForeignCodes = (id: string, issues: readonly PlanIssue[]): PlanIssue[] =>
  issues
    .filter(({ code }) => code.includes(':') && (!code.startsWith(`${id}:`) || code === `${id}:`))
    .map(({ code, line }) => ({
      severity: 'error',
      code: 'PLAN_SYNTAX',
      message: `The parser ${id} reported the code "${code}"; its codes are those of Amelia, or "${id}:" and a name.`,
      line,
      column: 1,
    }))
