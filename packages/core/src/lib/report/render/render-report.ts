import { describeValues } from '../../policy/compare-fingerprints.ts'
import { describeReview } from './describe-review.ts'
import { widestOf } from '../../text/display-width.ts'
import { fitText, padText } from '../../text/fit-text.ts'
import { formatDuration } from '../../text/format-duration.ts'
import { describeWork, mergeCommand } from '../merge-command.ts'
import { type Paint, phaseMark, type Tone } from './phase-mark.ts'
import { plainLabel } from './plain-label.ts'
import { renderFailure } from './render-failure.ts'
import type { PhaseReport, Report } from '../../event/report.ts'
import type { RunStatus } from '../../event/run-status.ts'
import { wrapText } from '../../text/wrap-text.ts'

/** How {@link renderReport} draws. */
export interface ReportOptions {
  /** Most columns of a line, but for commands to type and output. Default: 80. */
  width?: number
  /** Only ASCII marks. */
  ascii?: boolean
  /** Colours what matters. Default: none. */
  paint?: Paint
  /** What to do next, one sentence or command a line, instead of what the report says by itself. */
  next?: readonly string[]
}

const headlines: Record<RunStatus, readonly [text: string, tone: Tone]> = {
  running: ['Running', 'active'],
  draining: ['Running to its end, nothing new starts', 'warn'],
  waiting: ['Waiting for an answer', 'warn'],
  completed: ['Completed', 'good'],
  partial: ['Completed in part', 'warn'],
  failed: ['Failed', 'bad'],
  cancelled: ['Cancelled', 'warn'],
  aborted: ['Aborted', 'bad'],
}

/**
 * A report for people: every phase with its mark, commit and time, why something failed and what that holds up, then
 * where the work is and what to type next.
 *
 * Output of commands is shown without what a terminal would act on, indented.
 */
export const renderReport = (report: Report, options: ReportOptions = {}): string => {
  const { width = 80, paint = (text) => text } = options
  const [headline, tone] = headlines[report.status]
  const goal = plainLabel(report.goal)
  const counted = report.phases.filter(({ status }) => status === 'completed' || status === 'external').length
  const summary = `${counted} of ${report.phases.length} phases in ${formatDuration(report.durationMs)}`
  return `${[
    `${paint(`${headline}.`, tone)} ${summary}.`,
    ...(goal === '' ? [] : wrapText(goal, width)),
    '',
    ...phaseLines(report, options),
    ...(report.review === undefined || report.review.comments.length === 0
      ? []
      : ['', `The review of the whole: ${describeReview(report.review)}.`]),
    ...gateLines(report, width, paint),
    ...changeLines(report, paint),
    '',
    ...targetLines(report),
    ...(options.next ?? nextLines(report)),
  ]
    .join('\n')
    .trimEnd()}\n`
}

const phaseLines = (report: Report, options: ReportOptions): string[] => {
  const { width = 80, ascii = false, paint = (text) => text } = options
  const ids = Math.min(16, widestOf(report.phases.map(({ id }) => plainLabel(id))))
  const facts = report.phases.map((phase) => fitText(factsOf(phase), width - 14 - ids))
  const factWidth = widestOf(facts)
  const titleRoom = Math.max(8, width - 2 - ids - 2 - factWidth - 2)
  const titles = report.phases.map(({ title }) => fitText(plainLabel(title), titleRoom))
  const titleWidth = widestOf(titles)
  // What is asked about stands with the question.
  const asked = new Set(report.gates.flatMap(({ phaseIds }) => phaseIds))

  return report.phases.flatMap((phase, number) => {
    const { mark, tone } = phaseMark(phase.status, { ascii })
    const left = `${paint(mark, tone)} ${padText(fitText(plainLabel(phase.id), ids), ids)}`
    const line = `${left}  ${padText(titles[number] ?? '', titleWidth)}  ${paint(facts[number] ?? '', 'dim')}`
    const indent = ' '.repeat(4 + ids)
    return [
      line.trimEnd(),
      ...notesOf(phase).flatMap((text) =>
        wrapText(plainLabel(text), width - indent.length).map((part) => indent + part),
      ),
      ...(phase.review === undefined || phase.review.comments.length === 0
        ? []
        : [`${indent}Review: ${describeReview(phase.review)}`]),
      ...(asked.has(phase.id) ? [] : renderFailure(phase, width - indent.length)).map((text) =>
        (indent + text).trimEnd(),
      ),
    ]
  })
}

/** What did not go by the plan. */
const notesOf = ({
  adaptedSteps = [],
  skippedParts,
  byHand,
  fallbacks = [],
  approvals,
}: PhaseReport): string[] => [
  ...adaptedSteps.map((text) => `Mended by an agent: ${text}`),
  ...(skippedParts === undefined ? [] : [`Skipped: ${skippedParts.join(', ')}`]),
  ...(byHand === undefined ? [] : [`By hand, as a person said: ${byHand.join(', ')}`]),
  ...fallbacks.map((text) => `Fallback used: ${text}`),
  ...(approvals === undefined ? [] : [`Approved by a person: ${approvals.join(', and ')}`]),
]

/** Commit and time of what is there; else the status in a word, and the phase that is the reason. */
const factsOf = ({ status, commit, durationMs, because, attempt }: PhaseReport): string => {
  const time = durationMs === undefined ? '' : formatDuration(durationMs)
  if (status === 'completed') {
    const attempts = attempt > 1 ? `, attempt ${attempt}` : ''
    return `${(commit ?? '').slice(0, 7)}  ${time}${attempts}`.trim()
  }
  if (status === 'external') return 'not run, by the plan'
  if (because !== undefined) return `${status} by ${plainLabel(because)}`
  return status === 'failed' ? `failed, ${time}`.replace(/, $/, '') : status
}

const gateLines = (report: Report, width: number, paint: Paint): string[] =>
  report.gates.flatMap((gate) => [
    '',
    ...wrapText(`? ${plainLabel(gate.question)}`, width).map((line) => paint(line, 'warn')),
    ...gate.details.flatMap((detail) => indented(detail, width)),
    ...gate.suggestions.flatMap((suggestion) => indented(`Suggestion: ${suggestion}`, width)),
    `  Answers: ${gate.choices.join(', ')}`,
  ])

/** What steps did to the repository beside their work. Commands are not wrapped: they are to be typed. */
const changeLines = ({ repositoryChanges = [] }: Report, paint: Paint): string[] => {
  if (repositoryChanges.length === 0) return []
  return [
    '',
    paint('Changed in your repository while phases ran, by them or by somebody else:', 'warn'),
    ...repositoryChanges.flatMap(({ phaseId, name, before, after, restore }) => [
      `  ${plainLabel(`${phaseId}: ${name} ${describeValues(before, after)}`)}`,
      `    To undo it: ${plainLabel(restore)}`,
    ]),
  ]
}

const indented = (text: string, width: number): string[] =>
  wrapText(plainLabel(text), width - 2).map((line) => `  ${line}`)

const targetLines = (report: Report): string[] => {
  const note = report.targetNote === undefined ? [] : [plainLabel(report.targetNote)]
  if (!report.phases.some(({ status }) => status === 'completed')) return ['No commit was made.', ...note]
  return [...describeWork(report).map(plainLabel), ...note]
}

const nextLines = (report: Report): string[] => {
  const command = mergeCommand(report)
  const merge = command === undefined ? [] : [`Take it over: git ${plainLabel(command)}`]
  switch (report.status) {
    case 'completed':
    case 'partial':
      return merge
    case 'waiting':
      return [`The run ${report.runId} goes on when it is resumed and answered.`]
    case 'failed':
    case 'cancelled':
      return [`The run ${report.runId} keeps what it did and can be resumed.`, ...merge]
    case 'aborted':
      return merge
    case 'running':
    case 'draining':
      return []
  }
}
