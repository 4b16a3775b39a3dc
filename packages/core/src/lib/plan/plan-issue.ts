/** The codes of Amelia for the issues of a plan. */
export const planIssueCodes = [
  'PLAN_EMPTY',
  'PLAN_ENCODING',
  'PLAN_TOO_LARGE',
  'PLAN_SYNTAX',
  'PLAN_SCHEMA',
  'FORMAT_UNKNOWN',
  'FORMAT_AMBIGUOUS',
  'NO_PHASES',
  'ID_INVALID',
  'ID_DUPLICATE',
  'DEPENDENCY_UNKNOWN',
  'DEPENDENCY_SELF',
  'PHASE_CYCLE',
  'SUBTASK_CYCLE',
  'PARALLEL_UNKNOWN',
  'PARALLEL_NOT_MUTUAL',
  'PARALLEL_CONTRADICTS_DEPENDENCY',
  'PATH_UNSAFE',
  'FILE_IGNORED',
  'STEP_INVALID',
  'COMMAND_NEEDS_SHELL',
  'ESTIMATE_INVALID',
  'PRIORITY_INVALID',
  'RISK_INVALID',
  'STATUS_UNKNOWN',
  'SECTION_UNMATCHED',
  'KEY_UNKNOWN',
  'NOT_STRUCTURED',
  'TDD_VIOLATION',
  'TESTS_NOT_LINKED',
  'BATCH_SPLIT',
  'SECRET_IN_PLAN',
  'FORMAT_GUESSED',
  'ORDER_GUESSED',
  'CONTENT_SKIPPED',
  'SEVERAL_PLANS',
] as const

/** Codes of the issues of a plan. They are a public interface. */
export type PlanIssueCode = (typeof planIssueCodes)[number]

/** A code of a parser's own: the parser's id, a colon and a name, such as `release-notes:DATE_INVALID`. */
export type ParserIssueCode = `${string}:${string}`

/** A problem in a plan's text. */
export interface PlanIssue {
  /** A plan with an `error` cannot run; a `warning` is only shown. */
  severity: 'error' | 'warning'
  /** One of Amelia's codes, or a code of the parser's own, prefixed by its id. */
  code: PlanIssueCode | ParserIssueCode
  /** The problem and how to fix it, in one or two sentences. */
  message: string
  /** The file, in a plan of several files. */
  file?: string
  /** Line of the file, or of the plan's text, from 1. */
  line: number
  /** Column in that line, from 1, counted in UTF-16 units. */
  column: number
}
