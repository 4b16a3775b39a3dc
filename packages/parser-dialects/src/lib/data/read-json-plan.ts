import type { PlanIssue } from '@amelia/core/plugin'
import { type DocumentNode, readJson } from '@amelia/markdown'

/** Returns the first character of a text that is not white space. */
export const firstSign = (source: string): string => {
  let at = source.charCodeAt(0) === 0xfeff ? 1 : 0
  while (at < source.length && ' \t\r\n'.includes(source[at] ?? '')) at++
  return source[at] ?? ''
}

/** Reads a JSON text with any line endings. */
export const readJsonPlan = (source: string): { node?: DocumentNode; issues: PlanIssue[] } => {
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source
  return readJson(text.includes('\r') ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text)
}

/** The issue of a document in which nothing was found. */
export const nothingFound = (
  message: string,
  { line, column }: { line: number; column: number },
): PlanIssue => ({
  ...{ severity: 'error', code: 'NO_PHASES', message, line, column },
})
