import type { PlanIssue } from '@amelia/core/plugin'

/** The issue of a document in which nothing was found. Default for the place: the start of the document. */
export const nothingFound = (
  message: string,
  { line, column }: { line: number; column: number } = { line: 1, column: 1 },
): PlanIssue => ({
  ...{ severity: 'error', code: 'NO_PHASES', message, line, column },
})
