import type { PlanIssue } from '@amelia/core'
import { type Paint, words } from '@amelia/core/view'
import { fitText } from '../terminal/fit-text.ts'
import { wrapText } from '../terminal/wrap-text.ts'

/** The most columns of a quoted line, also in a pipe: the source of a plan may be one line of a megabyte. */
const mostColumns = 1_000

/** Options of {@link formatIssue}. */
export interface IssueFormat {
  /** The plan's path, as the user named it. */
  path: string
  /** The plan's lines. */
  lines: readonly string[]
  /** Columns of the terminal. The source line is cut to them around the column, the message never. */
  columns: number
  paint: Paint
  /** Columns at which the message wraps. Default: it stays one line, for programs that read it. */
  wrapAt?: number
  /** Makes the place a link, in a terminal that shows links. */
  link?: (text: string) => string
}

/**
 * Formats an issue as `plan.md:12:3: error: ...`, the line of the plan, and a caret unless it points at
 * column 1. A line that contains a secret is not shown.
 */
export const formatIssue = (issue: PlanIssue, options: IssueFormat): string => {
  const { path, lines, columns, paint, wrapAt, link = (text) => text } = options
  const { severity, code, line, column } = issue
  const place = link(paint(`${words.plainLabel(path)}:${line}:${column}:`, 'strong'))
  const kind = paint(`${severity}:`, severity === 'error' ? 'bad' : 'warn')
  const whole = `${place} ${kind} ${words.plainLabel(issue.message)} ${paint(`[${code}]`, 'dim')}`
  const head = wrapAt === undefined ? whole : wrapText(whole, wrapAt - 4).join('\n    ')
  const source = lines[line - 1]
  if (source === undefined || source.trim() === '' || code === 'SECRET_IN_PLAN') return `${head}\n`

  const gutter = `  ${line} | `
  const room = Math.max(10, Math.min(columns, mostColumns) - gutter.length)
  const before = visible(source.slice(0, column - 1)).length
  // Of a long line, such as JSON, the part around the column is shown.
  const from = before < room - 1 ? 0 : before - Math.floor(room / 2)
  const shown = fitText(`${from === 0 ? '' : '…'}${visible(source).trimEnd().slice(from)}`, room)
  const quote = `${paint(gutter, 'dim')}${shown}\n`
  const caret = before - from + (from === 0 ? 0 : 1)
  if (column <= 1 || caret >= shown.length) return `${head}\n${quote}`
  return `${head}\n${quote}${' '.repeat(gutter.length + caret)}${paint('^', 'bad')}\n`
}

/** Makes each character one column wide, so that the caret below points at it. */
const visible = (source: string): string =>
  Array.from(source.replaceAll('\t', ' '), (character) =>
    words.plainLabel(`a${character}b`) === `a${character}b` || character === ' ' ? character : '?',
  ).join('')
