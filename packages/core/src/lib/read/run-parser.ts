import * as z from 'zod/mini'
import type { PlanParserV1 } from '../contract/plan-parser.ts'
import type { PlanIssue } from '../plan/plan-issue.ts'

/** The part of a result that is read before the plan is checked. */
const resultSchema = z.object({
  issues: z.array(
    z.object({
      severity: z.enum(['error', 'warning']),
      code: z.string(),
      message: z.string(),
      line: z.number(),
      column: z.number(),
    }),
  ),
  reading: z.optional(z.object({ boxes: z.number(), skipped: z.array(z.unknown()) })),
})

/** The part of a parser that reads. */
export type Reader = Pick<PlanParserV1, 'id' | 'parse'>

/** A parser is somebody else's code: one that throws is an issue and no crash. */
export const runParser = (reader: Reader, source: string): ReturnType<PlanParserV1['parse']> => {
  try {
    const result = reader.parse(source)
    const [wrong] = resultSchema.safeParse(result).error?.issues ?? []
    if (wrong) throw new Error(`\`parse\` returned a wrong \`${['result', ...wrong.path].join('.')}\``)
    const { issues, ...read } = result
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
