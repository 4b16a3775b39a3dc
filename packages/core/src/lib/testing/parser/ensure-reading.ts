import type { PlanParserV1 } from '../../contract/plan-parser.ts'
import type { PlanDraft } from '../../plan/model/plan.ts'
import { planIssueCodes } from '../../plan/plan-issue.ts'
import { ensure } from '../ensure.ts'
import { excerpt, linesOf } from './strangers.ts'

type Reading = ReturnType<PlanParserV1['parse']>

/** Whether a parser may report a code: one of Amelia's, or its own with its id. */
const isCodeOf = (id: string, code: string): boolean =>
  code.startsWith(`${id}:`) ? code !== `${id}:` : planIssueCodes.some((each) => each === code)

/** Throws if a result has neither a plan nor an error, or if an issue is incomplete or outside the text. */
export const ensureReading = (id: string, text: string, { plan, issues }: Reading): void => {
  const lines = linesOf(text)
  ensure(
    plan !== undefined || issues.some(({ severity }) => severity === 'error'),
    `no plan and no error for ${excerpt(text)}`,
  )
  for (const { severity, code, line, column, message } of issues) {
    const place = `the place ${line}:${column} of an issue of ${excerpt(text)}`
    ensure(isLine(line, lines), `${place}: the text has ${lines.length} lines`)
    const width = lines[line - 1]?.length ?? 0
    ensure(
      Number.isInteger(column) && column >= 1 && column <= width + 1,
      `${place}: the line has ${width} columns`,
    )
    ensure(['error', 'warning'].includes(severity), `the severity ${severity} of an issue`)
    ensure(message !== '', 'an issue has a message')
    ensure(isCodeOf(id, code), `the code ${code} of an issue`)
  }
}

/** Throws if a part of a plan begins outside the text. A part without a line begins at the first. */
export const ensurePlaces = (text: string, plan: PlanDraft | undefined): void => {
  const lines = linesOf(text)
  for (const { what, line = 1 } of partsOf(plan))
    ensure(isLine(line, lines), `the line ${line} of ${what}: ${excerpt(text)} has ${lines.length} lines`)
}

const skips = new Set<string>(['CONTENT_SKIPPED', 'KEY_UNKNOWN'])

/** Throws if an account is incomplete, names a line outside the text, or skips lines without an issue. */
export const ensureAccount = (text: string, { reading, issues }: Reading): void => {
  if (reading === undefined) return
  const lines = linesOf(text)
  const { rule, boxes, criteria, context, skipped } = reading
  ensure(typeof rule === 'string', 'the rule of an account is a text')
  for (const [what, count] of Object.entries({ boxes, criteria }))
    ensure(Number.isInteger(count) && count >= 0, `the number of ${what} in an account: ${count}`)
  for (const { line } of [...context, ...skipped])
    ensure(isLine(line, lines), `the line ${line} in an account of ${excerpt(text)}`)
  ensure(
    skipped.length === 0 || issues.some(({ code, severity }) => severity === 'error' || skips.has(code)),
    `no issue names the skipped lines of ${excerpt(text)}`,
  )
}

const isLine = (line: number, lines: readonly string[]): boolean =>
  Number.isInteger(line) && line >= 1 && line <= lines.length

const partsOf = (plan: PlanDraft | undefined): { what: string; line?: number | undefined }[] =>
  (plan?.phases ?? []).flatMap(({ id, line, subtasks = [], acceptance = [] }) => [
    { what: `phase ${id}`, line },
    ...subtasks.flatMap((subtask) => [
      { what: `subtask ${subtask.id}`, line: subtask.line },
      ...(subtask.steps ?? []).map((step) => ({ what: `step ${step.id}`, line: step.line })),
    ]),
    ...acceptance.map((check) => ({ what: `an acceptance check of phase ${id}`, line: check.line })),
  ])
