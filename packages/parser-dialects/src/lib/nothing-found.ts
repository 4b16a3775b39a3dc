import type { PlanIssue } from '@amelia/core/plugin'

/** The issue of a document in which nothing was found. */
export const nothingFound = (
  message: string,
  { line, column }: { line: number; column: number },
): PlanIssue => ({
  ...{ severity: 'error', code: 'NO_PHASES', message, line, column },
})
