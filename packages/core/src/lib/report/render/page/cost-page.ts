import type { TranscriptFiles } from '../../../event/charged-session.ts'
import type { Report } from '../../../event/report.ts'
import { formatDuration } from '../../../text/format-duration.ts'
import { type CostRow, costRows } from '../../list/cost-rows.ts'
import { describeDollars } from '../../words/describe-cost.ts'
import { pageTable, pageText } from './page-text.ts'

/**
 * Renders the costs of a run as a Markdown table, without columns in which nothing is known. Empty if the run
 * had no session. `links`: the page is the run's own copy, which is beside the transcripts.
 */
export const costPage = (report: Report, links: boolean): string[] => {
  const rows = costRows(report)
  if (rows.length === 0) return []
  const hasTranscripts = rows.some(({ sessions }) => sessions.some(({ transcript }) => transcript))
  return [
    pageTable(
      ['', 'sessions', 'time', 'input', 'cached', 'output', 'cost', 'transcripts'],
      withoutUnknown(rows.map((row) => cellsOf(row, links ? linkTo : nameOf))),
    ),
    ...(hasTranscripts
      ? [
          `Transcripts are kept by the run, next to its own copy of this page: \`amelia status ${report.runId} --sessions\` shows where.`,
        ]
      : []),
  ]
}

/** Empties the columns in which nothing is known. */
const withoutUnknown = (rows: readonly string[][]): string[][] => {
  const isKnown = (index: number): boolean => rows.some((row) => row[index] !== 'unknown')
  return rows.map((row) => row.map((cell, index) => (isKnown(index) ? cell : '')))
}

const cellsOf = (
  { depth, label, cost, sessions }: CostRow,
  show: (transcript: TranscriptFiles) => string,
): string[] => {
  const { sessions: count, sessionMs, unknownTokens } = cost
  const tokens = (value: number): string =>
    unknownTokens === count ? 'unknown' : `${unknownTokens > 0 ? 'at least ' : ''}${grouped(value)}`
  return [
    `${'&nbsp;&nbsp;'.repeat(depth)}${pageText(label)}`,
    String(count),
    sessionMs === 0 ? 'unknown' : formatDuration(sessionMs),
    tokens(cost.inputTokens),
    tokens(cost.cachedInputTokens),
    tokens(cost.outputTokens),
    describeDollars(cost),
    sessions.flatMap(({ transcript }) => (transcript ? [show(transcript)] : [])).join(', '),
  ]
}

const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')

const nameOf = ({ page }: TranscriptFiles): string => `\`${page.name}\``

const linkTo = ({ page, vendor }: TranscriptFiles): string =>
  [`[page](${page.name})`, ...(vendor ? [`[vendor](${vendor.name})`] : [])].join(' ')
