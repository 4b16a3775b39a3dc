import type { PlanIssue } from './plan-issue.ts'
import type { PlanDraft } from './model/plan.ts'
import { scanHeadings } from './scan-headings.ts'

const maxTitle = 120

/**
 * Reads a text without structure as one phase, for one session.
 *
 * The phase has the id `1` and the text as its body. Its title is the first heading outside fences, else the
 * `title` of the front matter, else the first line.
 */
export const readSinglePhase = {
  id: 'single',
  parse: (source: string): { plan: PlanDraft; issues: PlanIssue[] } => {
    const lines = source.split('\n')
    const start = skipFrontMatter(lines)
    const filled = lines.findIndex((line, index) => index >= start && line.trim() !== '')
    const heading = scanHeadings(lines, start).first
    const named =
      heading < 0 ? lines.slice(0, start).find((line) => /^title:\s*[^\s>|]/.test(line)) : undefined
    const at = Math.max(heading < 0 ? filled : heading, 0)
    const title = clean(
      named
        ? named
            .slice(6)
            .trim()
            .replace(/^(["'])(.*)\1$/, '$2')
        : (lines[at] ?? ''),
    )
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
          message:
            'No format of plans was recognised, so the whole text is one phase for one session. To have an agent rewrite it: amelia plan --from FILE.',
          line: at + 1,
          column: 1,
        },
      ],
    }
  },
} as const

/** Without keys, `---` is a rule. */
const frontMatterLine = /^(?:[\w."'-]{1,60}:(?:\s|$)|\s|#|- |$)/

const skipFrontMatter = (lines: readonly string[]): number => {
  if (lines[0]?.trim() !== '---') return 0
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === '---')
  return end > 1 && lines.slice(1, end).every((line) => frontMatterLine.test(line)) ? end + 1 : 0
}

const clean = (line: string): string =>
  line
    .replace(/^#{1,6}(?=\s)/, '')
    .slice(0, maxTitle)
    .replace(/\p{Cc}/gu, ' ')
    .trim()
