import type { PlanParserV1 } from '../contract/plan-parser.ts'
import type { PlanIssue } from '../plan/plan-issue.ts'

/** The part of a parser that reads. */
export type Reader = Pick<PlanParserV1, 'id' | 'parse'>

/** A parser is somebody else's code: one that throws is an issue and no crash. */
export const runParser = (reader: Reader, source: string): ReturnType<PlanParserV1['parse']> => {
  try {
    const { issues, ...read } = reader.parse(source)
    return { ...read, issues: [...issues, ...findForeignCodes(reader.id, issues)] }
  } catch (error) {
    const message = `The parser ${reader.id} failed: ${error instanceof Error ? error.message : 'no reason given'}.`
    return { issues: [{ severity: 'error', code: 'PLAN_SYNTAX', message, line: 1, column: 1 }] }
  }
}

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
