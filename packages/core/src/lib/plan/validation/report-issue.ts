import type { PlanIssue, PlanIssueCode } from '../plan-issue.ts'

/**
 * Reports an error on a line. The column is that of `name` in the line: its first occurrence, or its last if
 * `last` is set; without a name, that of the first character.
 */
export type ReportIssue = (
  line: number,
  code: PlanIssueCode,
  message: string,
  name?: string,
  last?: boolean,
  severity?: PlanIssue['severity'],
) => void

/** Names a line in a message. */
export type NameLine = (line: number) => string
