import { fitText, type Paint, plainLabel, type PlanIssue } from '@amelia/core'

/** How {@link formatIssue} draws. */
export interface IssueFormat {
  /** The plan's path, as the user named it. */
  path: string
  /** The plan's lines. */
  lines: readonly string[]
  /** Columns of the terminal: the source line is cut to it. The message never is. */
  columns: number
  paint: Paint
}

/**
 * `plan.md:12:3: error: ...`, then the line of the plan, and a caret where the column says more than the line. A line with a secret is
 * not shown.
 */
export const formatIssue = (issue: PlanIssue, { path, lines, columns, paint }: IssueFormat): string => {
  const { severity, code, line, column } = issue
  const place = paint(`${plainLabel(path)}:${line}:${column}:`, 'strong')
  const kind = paint(`${severity}:`, severity === 'error' ? 'bad' : 'warn')
  const head = `${place} ${kind} ${plainLabel(issue.message)} ${paint(`[${code}]`, 'dim')}`
  const source = lines[line - 1]
  if (source === undefined || source.trim() === '' || code === 'SECRET_IN_PLAN') return `${head}\n`

  const gutter = `  ${line} | `
  const shown = fitText(visible(source).trimEnd(), Math.max(10, columns - gutter.length))
  const quote = `${paint(gutter, 'dim')}${shown}\n`
  const before = visible(source.slice(0, column - 1)).length
  if (column <= 1 || before >= shown.length) return `${head}\n${quote}`
  return `${head}\n${quote}${' '.repeat(gutter.length + before)}${paint('^', 'bad')}\n`
}

/** One column for each character, so that a caret below stands where it should. */
const visible = (source: string): string =>
  Array.from(source.replaceAll('\t', ' '), (character) =>
    plainLabel(`a${character}b`) === `a${character}b` || character === ' ' ? character : '?',
  ).join('')
