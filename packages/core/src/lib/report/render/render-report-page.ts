import { describeConcern } from '../../policy/answer/describe-concern.ts'
import type { CheckResult } from '../../contract/check-result.ts'
import { describeChange } from '../../policy/describe-change.ts'
import { describeTries } from '../../policy/failure/describe-tries.ts'
import { costPage } from './cost-page.ts'
import { describeCount } from '../describe-count.ts'
import { describeRestored } from '../describe-restored.ts'
import { describeReview } from './describe-review.ts'
import { wrapContent } from '../../text/content/wrap-content.ts'
import { formatDuration } from '../../text/format-duration.ts'
import { notVerified } from '../../policy/not-verified.ts'
import { describeExternal } from './phase-mark.ts'
import { plainLabel } from './plain-label.ts'
import type { PhaseReport, Report } from '../../event/report.ts'

/**
 * Renders a run's report as a Markdown page, to be committed with the work. `links`: the page is the run's
 * own copy, whose links to transcripts work.
 */
export const renderReportPage = (report: Report, { links = false }: { links?: boolean } = {}): string => {
  const { phases, runId, checks, status, gates } = report
  const rows = phases.map(
    (phase) =>
      `| ${phase.id} | ${cell(phase.title)} | ${statusOf(phase)} | ${phase.attempt} | ${phase.durationMs === undefined ? '' : formatDuration(phase.durationMs)} | ${cell(notesOf(phase))} |`,
  )
  const sections = [
    `# ${plainLabel(report.goal)}`,
    `Run ${runId}, from ${report.base.slice(0, 12)}.${status === 'running' ? '' : ` Status: ${status}.`} Each phase is a commit with the trailer \`Amelia-Phase\`${report.publish === 'phase' ? '' : ` in the history of \`refs/amelia/${runId}/head\``}.`,
    ['| phase | title | status | attempts | time | evidence |', '|---|---|---|---|---|---|', ...rows].join(
      '\n',
    ),
    ...(gates.length === 0 ? [] : [`Open questions:\n\n${gates.map(describeGate).join('\n')}`]),
    ...(report.unverified ? [`Verification: ${notVerified}.`] : []),
    ...(checks.length === 0 ? [] : [`Final verification: ${checks.map(describeCheck).join(', ')}.`]),
    ...changesOf(report),
    ...costPage(report, links),
    ...(report.review === undefined ? [] : [`Final review: ${describeReview(report.review)}.`]),
  ]
  return `${sections.join('\n\n')}\n`
}

/** A question, and its details as code, which nothing in them can end. */
const describeGate = ({ id, question, details }: Report['gates'][number]): string => {
  const asked = `- ${plainLabel(question).replaceAll('<', '&lt;').replaceAll('@', '&#64;')} (${id})`
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

const statusOf = (phase: PhaseReport): string => {
  const { status, attempt, subtasks } = phase
  if (status === 'external') return describeExternal(phase)
  const count = status === 'completed' || attempt === 0 ? undefined : describeCount(subtasks, status)
  return count === undefined ? status : `${status} (${count})`
}

const changesOf = ({ repositoryChanges = [] }: Report): string[] =>
  repositoryChanges.length === 0
    ? []
    : [
        [
          'Changed in the repository while phases ran, by a phase or by someone else:\n',
          ...repositoryChanges.map(
            ({ phaseId, ...change }) => `- ${cell(`${phaseId}: ${describeChange(change)}`)}`,
          ),
        ].join('\n'),
      ]

const notesOf = ({
  checks,
  review,
  because,
  failure,
  evidence,
  unchanged,
  adaptedSteps,
  skippedParts,
  cancelledSteps,
  byHand,
  fallbacks,
  unconfirmedFiles,
  ignoredFiles,
  concerns = [],
  approvals,
  restored = [],
}: PhaseReport): string =>
  [
    ...(unchanged ? ['changed no file'] : []),
    ...checks.map(describeCheck),
    ...(review === undefined ? [] : [`review ${describeReview(review)}`]),
    ...(evidence === undefined || evidence === '' ? [] : [evidence]),
    ...(adaptedSteps === undefined ? [] : [`fixed by an agent: ${adaptedSteps.join(' ')}`]),
    ...(cancelledSteps === undefined ? [] : [`stopped: ${cancelledSteps.join(', ')}`]),
    ...(skippedParts === undefined ? [] : [`skipped: ${skippedParts.join(', ')}`]),
    ...(byHand === undefined ? [] : [`reported as done by hand: ${byHand.join(', ')}`]),
    ...(fallbacks ?? []),
    ...(unconfirmedFiles === undefined
      ? []
      : [`reported as changed by the agent, but not changed: ${unconfirmedFiles.join(', ')}`]),
    ...(ignoredFiles === undefined ? [] : [`ignored by git, so not committed: ${ignoredFiles.join(', ')}`]),
    ...concerns.map(describeConcern),
    ...(approvals === undefined ? [] : [`a person approved ${approvals.join(', and ')}`]),
    // The page is committed, so it names no place on this machine.
    ...describeRestored(restored.map(({ kept: _, ...file }) => file)),
    ...(because === undefined ? [] : [`because of ${because}`]),
    ...(failure === undefined ? [] : (describeTries(failure) ?? [failure.message])),
  ].join('; ')

const describeCheck = ({ name, passed, note }: CheckResult): string =>
  `${name} ${passed ? 'passed' : 'failed'}${note === undefined ? '' : ` (${note})`}`

const cell = (text: string): string => plainLabel(text).replaceAll('|', '\\|')
