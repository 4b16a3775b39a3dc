import type { PlanIssue } from './plan-issue.ts'
import { scanHeadings } from './scan-headings.ts'

const mayOpen = /```|~~~|<!--/

/** Warns about a fence or a comment that is never closed and so hides the headings after it. */
export const findUnclosed = (source: string): PlanIssue[] => {
  if (!mayOpen.test(source)) return []
  const { open } = scanHeadings(source.split(source.includes('\r') ? /\r\n|\n|\r/ : '\n'))
  if (!open || open.hidden === 0) return []
  const message = `This ${open.what} is never closed. Headings that it hides: ${open.hidden}.`
  return [{ severity: 'warning', code: 'CONTENT_SKIPPED', message, line: open.line + 1, column: 1 }]
}
