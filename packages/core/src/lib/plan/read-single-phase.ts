import type { PlanIssue } from './plan-issue.ts'
import type { PlanDraft } from './plan-schema.ts'

const maxTitle = 120

/**
 * Reads a text without structure as one phase, for one session.
 *
 * The phase has the id `1` and the text as its body; its title is the first heading, or else the first line.
 */
export const readSinglePhase = {
  id: 'single',
  parse: (source: string): { plan: PlanDraft; issues: PlanIssue[] } => {
    const lines = source.split('\n')
    const start = skipFrontMatter(lines)
    const filled = lines.findIndex((line, index) => index >= start && line.trim() !== '')
    const heading = lines.findIndex((line, index) => index >= start && /^#{1,6}[ \t]/.test(line))
    const at = Math.max(heading < 0 ? filled : heading, 0)
    const title = clean(lines[at] ?? '')
    return {
      plan: {
        goal: title,
        title,
        phases: [{ id: '1', title: title === '' ? 'The plan' : title, body: source.trim(), line: at + 1 }],
      },
      issues: [
        {
          severity: 'warning',
          code: 'NOT_STRUCTURED',
          message: 'No format of plans was recognised, so the whole text is one phase for one session.',
          line: at + 1,
          column: 1,
        },
      ],
    }
  },
} as const

const skipFrontMatter = (lines: readonly string[]): number => {
  if (lines[0]?.trim() !== '---') return 0
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === '---')
  return end < 0 ? 0 : end + 1
}

const clean = (line: string): string => {
  let start = 0
  while (start < 6 && line[start] === '#') start++
  return line
    .slice(start, start + maxTitle)
    .replace(/\p{Cc}/gu, ' ')
    .trim()
}
