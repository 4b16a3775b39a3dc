import type { Cost } from '../../event/budget.ts'
import type { Report } from '../../event/report.ts'
import { widestOf } from '../../text/display-width.ts'
import { fitText, padText } from '../../text/fit-text.ts'
import { formatCount } from '../../text/format-count.ts'
import { formatDuration } from '../../text/format-duration.ts'
import { type CostRow, costRows } from '../list/cost-rows.ts'
import { formatDollars } from '../../text/format-dollars.ts'
import type { Paint } from './phase-mark.ts'
import { plainLabel } from './plain-label.ts'

/** Options of {@link renderCosts}. */
export interface CostOptions {
  /** The maximum columns of a line. Paths are never cut. */
  width: number
  paint: Paint
  /** Whether to list sessions and their transcripts, however many there are. */
  all: boolean
}

/** More sessions than this are listed only on request. */
const mostSessions = 20

const unknown = 'unknown'

const header = ['sessions', 'time', 'input', 'cached', 'output', 'cost']

/** Renders the costs of a run as a table for a terminal. Empty if the run had no session. */
export const renderCosts = (report: Report, { width, paint, all }: CostOptions): string[] => {
  const every = costRows(report)
  if (every.length === 0) return []
  const listsSessions = all || report.spent.sessions <= mostSessions
  const rows = listsSessions ? every : every.filter(({ kind }) => kind !== 'session')
  const full = rows.map(({ cost }) => cellsOf(cost))
  // A column without a known value says nothing.
  const columns = header.flatMap((_, column) =>
    full.some((row) => row[column] !== unknown && row[column] !== '?') ? [column] : [],
  )
  const pick = (row: readonly string[]): string[] => columns.map((column) => row[column]!)
  const [names, cells] = [pick(header), full.map(pick)]
  const widths = names.map((name, column) => widestOf([name, ...cells.map((row) => row[column]!)]))
  const labels = rows.map(({ depth, label }) => `${'  '.repeat(depth)}${plainLabel(label)}`)
  const taken = widths.reduce((sum, one) => sum + one + 2, 0)
  const labelWidth = Math.min(widestOf(labels), Math.max(12, width - taken))
  const line = (label: string, row: readonly string[]): string =>
    [
      padText(fitText(label, labelWidth), labelWidth),
      ...row.map((cell, column) => cell.padStart(widths[column]!)),
    ].join('  ')
  const isShown = (mark: string): boolean => cells.some((row) => row.some((cell) => cell.includes(mark)))
  const notes = [
    ...(isShown('+') ? ['+ At least: the tokens of some sessions are unknown.'] : []),
    ...(isShown('~') ? ['~ Estimated from tokens, at least in part: a session was killed.'] : []),
    ...(listsSessions ? [] : [`To list the sessions: amelia status ${report.runId} --sessions`]),
  ]
  return [
    paint(line('', names), 'dim'),
    ...rows.flatMap((row, number) => [
      line(labels[number]!, cells[number]!),
      ...(all ? transcriptLines(row).map((text) => paint(text, 'dim')) : []),
    ]),
    ...notes.map((text) => paint(text, 'dim')),
  ]
}

const cellsOf = (cost: Cost): string[] => {
  const { sessions, sessionMs, unknownTokens } = cost
  const tokens = (count: number): string =>
    unknownTokens === sessions ? '?' : `${formatCount(count)}${unknownTokens > 0 ? '+' : ''}`
  return [
    String(sessions),
    // A session is charged before it starts: it is running, or its process died.
    sessionMs === 0 ? '?' : formatDuration(sessionMs),
    tokens(cost.inputTokens),
    tokens(cost.cachedInputTokens),
    tokens(cost.outputTokens),
    dollarsOf(cost),
  ]
}

const dollarsOf = ({ usd, unknownUsd, estimatedUsd }: Cost): string =>
  usd === null
    ? unknown
    : `${unknownUsd > 0 ? 'at least ' : ''}${estimatedUsd > 0 ? '~' : ''}${formatDollars(usd)}`

const transcriptLines = ({ depth, sessions }: CostRow): string[] =>
  sessions.flatMap(({ transcript }) =>
    transcript === undefined ? [] : [`${'  '.repeat(depth + 1)}${plainLabel(transcript.page.place)}`],
  )
