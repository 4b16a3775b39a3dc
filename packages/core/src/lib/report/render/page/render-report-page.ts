import { nounOf } from '../../../text/format-count.ts'
import { describeStatements } from '../../../policy/describe-statements.ts'
import { describeConfinement } from './describe-confinement.ts'
import type { Report } from '../../../event/report.ts'
import { notVerified } from '../../../policy/not-verified.ts'
import { ownCondition, type RunCondition } from '../../words/run-condition.ts'
import { wrapContent } from '../../../text/content/wrap-content.ts'
import { formatDuration } from '../../../text/format-duration.ts'
import { describeTicks } from '../../describe-ticks.ts'
import { countPhases } from '../../count-phases.ts'
import { costPage } from './cost-page.ts'
import { describeReview } from '../describe-review.ts'
import { listNeeds } from './list-needs.ts'
import { pageTable, pageText } from './page-text.ts'
import { describeChecks, workTable } from './work-table.ts'

/** Most phases that the first paragraph names one by one. */
const maxNames = 5

/**
 * Renders a run's report as a Markdown page, to be committed with the work, and for a pull request: what was
 * done, what needs a person's eye, and folded the attempts and costs. `links`: the page is the run's own
 * copy, whose links to transcripts work. `condition`: by default that of a run of this process.
 */
export const renderReportPage = (
  report: Report,
  {
    links = false,
    condition: { status } = ownCondition(report),
  }: { links?: boolean; condition?: RunCondition } = {},
): string => {
  const { phases, runId, gates } = report
  // The run's own copy is committed before its target moves.
  const target = links || report.targetNote === undefined ? [] : [`- ${pageText(report.targetNote)}`]
  const needs = [...listNeeds(report), ...target]
  const sections = [
    `# ${pageText(report.goal)}`,
    describeResult(report),
    workTable(phases),
    ...(needs.length + gates.length === 0 ? [] : ['## Needs your eye']),
    ...(gates.length === 0 ? [] : [`Open questions:\n\n${gates.map(describeGate).join('\n')}`]),
    ...(needs.length === 0 ? [] : [needs.join('\n')]),
    `Run ${runId}, from ${report.base.slice(0, 12)}.${status === 'running' ? '' : ` Status: ${status}.`} Each phase is a commit with the trailer \`Amelia-Phase\`${report.publish === 'phase' ? '' : ` in the history of \`refs/amelia/${runId}/head\``}.`,
    ...foldCosts(report, links),
  ]
  return `${sections.join('\n\n')}\n`
}

/** Describes in a paragraph what a run has done so far, and what is known about the result. */
const describeResult = (report: Report): string => {
  const { phases, durationMs, checks, review, unverified, confinement, statements } = report
  const { done, all } = countPhases(phases)
  const lines = phases.flatMap((phase) => phase.lines ?? [])
  const sum = (of: 'added' | 'removed'): number => lines.reduce((total, each) => total + each[of], 0)
  const named = (status: string): string => {
    const found = phases.filter((phase) => phase.status === status).map(({ id }) => id)
    const left = found.length - maxNames
    return `${nounOf(found.length, 'Phase')} ${found.slice(0, maxNames).join(', ')}${left > 0 ? ` and ${left} more` : ''}`
  }
  const has = (status: string): boolean => phases.some((phase) => phase.status === status)
  return [
    `${done} of ${all} ${all === 1 ? 'phase is' : 'phases are'} done, in ${formatDuration(durationMs)}.`,
    ...(lines.length > 0
      ? [`The commits add ${countLines(sum('added'))} and remove ${countLines(sum('removed'))}.`]
      : []),
    ...(has('failed') ? [`${named('failed')} failed.`] : []),
    ...(has('blocked') ? [`${named('blocked')} could not start.`] : []),
    ...(checks.length > 0 ? [`Final verification: ${pageText(describeChecks(checks))}.`] : []),
    ...(unverified ? [`Verification: ${notVerified}.`] : []),
    ...(confinement ? [describeConfinement(confinement)] : []),
    ...(statements ? [`${pageText(describeStatements(statements))}.`] : []),
    ...(review === undefined ? [] : [`Final review: ${describeReview(review)}.`]),
    ...(report.ticks ?? []).map((ticks) => pageText(describeTicks(ticks))),
  ].join(' ')
}

const countLines = (count: number): string => (count === 1 ? '1 line' : `${count} lines`)

/** A question, and its details as code, which nothing in them can end. */
const describeGate = ({ id, question, details }: Report['gates'][number]): string => {
  const asked = `- ${pageText(question)} (${id})`
  if (details.length === 0) return asked
  const rows = details.flatMap((detail) => wrapContent(detail))
  const longest = (rows.join('\n').match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return [
    asked,
    '',
    ...[`${fence}text`, ...rows, fence].map((row) => (row === '' ? row : `  ${row}`)),
    '',
  ].join('\n')
}

/** The attempts and times of the phases, and the costs, in a block that a reader opens. */
const foldCosts = (report: Report, links: boolean): string[] => {
  const times = report.phases
    .filter(({ attempt }) => attempt > 0)
    .map(({ id, status, attempt, durationMs }) => [
      pageText(id),
      status,
      String(attempt),
      durationMs === undefined ? '' : formatDuration(durationMs),
    ])
  const costs = costPage(report, links)
  if (times.length === 0 && costs.length === 0) return []
  return [
    `<details>\n<summary>${costs.length > 0 ? 'Attempts, time and cost' : 'Attempts and time'}</summary>`,
    ...(times.length > 0 ? [pageTable(['phase', 'status', 'attempts', 'time'], times)] : []),
    ...costs,
    '</details>',
  ]
}
