import { checkArgument } from '../../error/check/check-options.ts'
import { viewRules } from '../phase-view.ts'
import { describeValues } from '../../policy/describe-change.ts'
import { countPhases } from '../count-phases.ts'
import { describeCount } from '../describe-count.ts'
import { describeTicks } from '../describe-ticks.ts'
import { describeReview } from './describe-review.ts'
import { widestOf } from '../../text/display-width.ts'
import { fitText, padText } from '../../text/fit-text.ts'
import { plural } from '../../text/format-count.ts'
import { formatDuration } from '../../text/format-duration.ts'
import { describeWork, mergeCommand } from '../merge-command.ts'
import { notVerified } from '../../policy/not-verified.ts'
import { describeExternal, type Paint, phaseMark, type Tone } from './phase-mark.ts'
import { plainLabel } from './plain-label.ts'
import { describeStatements } from '../../policy/describe-statements.ts'
import { describeUsage } from '../words/describe-usage.ts'
import { renderCosts } from './render-costs.ts'
import { fitFailure } from './failure-line.ts'
import { capitalise, notesOf } from './notes-of.ts'
import { describeAttempt } from '../words/describe-attempt.ts'
import type { PhaseReport, Report } from '../../event/report.ts'
import { type ConditionStatus, ownCondition, type RunCondition } from '../words/run-condition.ts'
import { wrapContent } from '../../text/content/wrap-content.ts'
import { wrapText } from '../../text/wrap-text.ts'

/** Options of {@link renderReport}. */
export interface ReportOptions {
  /** The maximum columns of a line, except for commands and output. Default: 80. */
  width?: number | undefined
  /**
   * The columns at which texts that a person has to judge, such as commands and diffs, continue on the next
   * row. Default: no limit, and each of their lines is one row.
   */
  contentWidth?: number | undefined
  /** Whether marks are ASCII only. Default: false. */
  ascii?: boolean | undefined
  /** Colours parts of the text. Default: plain text. */
  paint?: Paint | undefined
  /** The next steps, one sentence or command a line, in place of the report's own. */
  next?: readonly string[] | undefined
  /** The condition of the run, as `readRun` returns it. Default: that of a run of this process. */
  condition?: RunCondition | undefined
  /** Whether to show the costs as a table of phases and sessions. Default: their sum, in one line. */
  costs?: boolean | undefined
  /** Whether to list all sessions with their transcripts. Default: at most 20, without transcripts. */
  sessions?: boolean | undefined
}

/** The headline of a run with each condition, and its tone. */
export const headlines: Record<ConditionStatus, readonly [text: string, tone: Tone]> = {
  running: ['Running', 'active'],
  draining: ['Draining', 'warn'],
  waiting: ['Waiting for an answer', 'warn'],
  completed: ['Completed', 'good'],
  partial: ['Partly completed', 'warn'],
  failed: ['Failed', 'bad'],
  cancelled: ['Cancelled', 'warn'],
  aborted: ['Aborted', 'bad'],
  interrupted: ['Interrupted', 'warn'],
  reverted: ['Reverted', 'warn'],
  unknown: ['Unknown', 'dim'],
}

/**
 * Renders a report for people: every phase with its mark, commit and time, the cause of each failure, the
 * location of the work, and the next steps.
 *
 * Output of commands is indented and free of control characters. Throws `OPTION_INVALID` for anything but a
 * report.
 */
export const renderReport = (report: Report, options: ReportOptions = {}): string => {
  checkArgument('renderReport', 'report', report, viewRules.report)
  const { width = 80, paint = (text) => text } = options
  const { status } = options.condition ?? ownCondition(report)
  const [headline, tone] = headlines[status]
  const goal = plainLabel(report.goal)
  const { done, all } = countPhases(report.phases)
  const summary = `${done} of ${plural(all, 'phase')} done in ${formatDuration(report.durationMs)}`
  const planned = report.plannedMinutes === undefined ? '' : ` (planned: ${report.plannedMinutes} min)`
  return `${[
    `${paint(`${headline}:`, tone)} ${summary}${planned}.`,
    ...(goal === '' ? [] : wrapText(goal, width)),
    ...describeEnd(report).flatMap((text) => wrapText(text, width)),
    '',
    ...phaseLines(report, options),
    ...(report.unverified ? ['', paint(`${capitalise(notVerified)}.`, 'warn')] : []),
    ...(report.review === undefined || report.review.comments.length === 0
      ? []
      : ['', `Final review: ${describeReview(report.review)}.`]),
    ...gateLines(report, options),
    ...changeLines(report, paint),
    ...costLines(report, options),
    ...chainLines(report, width),
    ...(report.statements ? wrapText(`${describeStatements(report.statements)}.`, width) : []),
    '',
    ...(report.ticks ?? []).flatMap((ticks) => wrapText(plainLabel(describeTicks(ticks)), width)),
    ...targetLines(report, width),
    ...(options.next ?? nextLines(report, status)),
  ]
    .join('\n')
    .trimEnd()}\n`
}

/** The reason that a person gave for the end of the run. */
export const describeEnd = ({ endReason }: Pick<Report, 'endReason'>): string[] =>
  endReason === undefined ? [] : [`Reason: ${plainLabel(endReason)}`]

const phaseLines = (report: Report, options: ReportOptions): string[] => {
  const { width = 80, ascii = false, paint = (text) => text } = options
  const ids = Math.min(16, widestOf(report.phases.map(({ id }) => plainLabel(id))))
  const adopted = new Set(report.forkedFrom?.adopted)
  const ellipsis = ascii ? '...' : '…'
  const facts = report.phases.map((phase) =>
    fitText(
      phase.status === 'external' && adopted.has(phase.id)
        ? `adopted from ${report.forkedFrom?.runId}`
        : factsOf(phase),
      width - 14 - ids,
      ellipsis,
    ),
  )
  const factWidth = widestOf(facts)
  const titleRoom = Math.max(8, width - 2 - ids - 2 - factWidth - 2)
  const titles = report.phases.map(({ title }) => fitText(plainLabel(title), titleRoom, ellipsis))
  const titleWidth = widestOf(titles)
  // The failure of a phase with an open gate is shown with the gate.
  const asked = new Set(report.gates.flatMap(({ phaseIds }) => phaseIds))

  return report.phases.flatMap((phase, number) => {
    const { mark, tone } = phaseMark(phase.status, { ascii, excluded: phase.excluded })
    const left = `${paint(mark, tone)} ${padText(fitText(plainLabel(phase.id), ids, ellipsis), ids)}`
    const line = `${left}  ${padText(titles[number] ?? '', titleWidth)}  ${paint(facts[number] ?? '', 'dim')}`
    const indent = ' '.repeat(4 + ids)
    return [
      line.trimEnd(),
      ...notesOf(phase).flatMap((text) =>
        wrapText(plainLabel(text), width - indent.length).map((part) => indent + part),
      ),
      // A path that is cut cannot be opened.
      ...(phase.restored ?? []).flatMap(({ plan, kept }) =>
        plan && kept !== undefined ? [`${indent}The proposed plan: ${plainLabel(kept)}`] : [],
      ),
      ...(phase.review === undefined || phase.review.comments.length === 0
        ? []
        : [`${indent}Review: ${describeReview(phase.review)}`]),
      ...(asked.has(phase.id) || phase.failure === undefined
        ? []
        : fitFailure(phase.failure, width - indent.length).map((text) => indent + text)),
    ]
  })
}

/** Returns the commit and the time of a completed phase, or the status and the phase that caused it. */
const factsOf = (phase: PhaseReport): string => {
  const { status, commit, durationMs, because, attempt, subtasks } = phase
  const attempts = attempt > 1 ? `, attempt ${attempt}` : ''
  const time = (durationMs === undefined ? '' : formatDuration(durationMs)) + attempts
  if (status === 'completed') return `${(commit ?? '').slice(0, 7)}  ${time}`.trim()
  if (status === 'external') return describeExternal(phase)
  if (because !== undefined) return `${status} by ${plainLabel(because)}`
  const count = attempt === 0 ? undefined : describeCount(subtasks, status)
  const again = attempt > 1 && status !== 'failed' ? `, ${describeAttempt(phase)}` : ''
  const shown = `${count === undefined ? status : `${status} (${count})`}${again}`
  return status === 'failed' ? `${shown}, ${time}`.replace(/, $/, '') : shown
}

const gateLines = (
  report: Report,
  { width = 80, contentWidth, paint = (text) => text }: ReportOptions,
): string[] =>
  report.gates.flatMap((gate) => [
    '',
    ...wrapText(`? ${plainLabel(gate.question)}`, width).map((line) => paint(line, 'warn')),
    ...gate.details.flatMap((detail) => wrapContent(detail, contentWidth)),
    ...gate.suggestions.flatMap((suggestion) => wrapContent(`Suggestion: ${suggestion}`, contentWidth)),
    `  Answers: ${gate.choices.join(', ')}`,
  ])

/** Lists unexpected changes to the repository. Commands are not wrapped, so that they can be copied. */
const changeLines = ({ repositoryChanges = [] }: Report, paint: Paint): string[] => {
  if (repositoryChanges.length === 0) return []
  return [
    '',
    paint('Changed in your repository while phases ran, by a phase or by someone else:', 'warn'),
    ...repositoryChanges.flatMap(({ phaseId, name, before, after, restore }) => [
      `  ${plainLabel(`${phaseId}: ${name} ${describeValues(before, after)}`)}`,
      `    To undo: ${plainLabel(restore)}`,
    ]),
  ]
}

const costLines = (report: Report, options: ReportOptions): string[] => {
  const { width = 80, paint = (text) => text, costs = false, sessions: all = false } = options
  if (costs || all) {
    const lines = renderCosts(report, { width, paint, all })
    return lines.length === 0 ? [] : ['', ...lines]
  }
  return report.spent.sessions === 0 ? [] : ['', ...wrapText(`Cost: ${describeUsage(report.spent)}`, width)]
}

const chainLines = ({ longestChain: chain }: Report, width: number): string[] =>
  chain === undefined
    ? []
    : [
        '',
        ...wrapText(
          `Critical path: ${chain.phases.map(plainLabel).join(' > ')} (${formatDuration(chain.durationMs)})`,
          width,
        ),
      ]

const targetLines = (report: Report, width: number): string[] => {
  const note = report.targetNote === undefined ? [] : [plainLabel(report.targetNote)]
  const { phases, base, head, targetPublished } = report
  const hasCommits = phases.some(({ status }) => status === 'completed') || (targetPublished && head !== base)
  const work = hasCommits ? describeWork(report).map(plainLabel) : ['No commits were made.']
  // A command of the note must not be broken into two lines.
  return [...work.flatMap((text) => wrapText(text, width)), ...note]
}

const nextLines = (report: Report, status: ConditionStatus): string[] => {
  const command = mergeCommand(report)
  const merge = command === undefined ? [] : [`To merge it: git ${plainLabel(command)}`]
  switch (status) {
    case 'completed':
    case 'partial':
    case 'aborted':
    case 'reverted':
      return merge
    case 'waiting':
      return [`Run ${report.runId} continues when it is answered and resumed.`]
    case 'failed':
    case 'cancelled':
      return [`Run ${report.runId} keeps its work and can be resumed.`, ...merge]
    case 'interrupted':
      return [`Run ${report.runId} keeps its work and can be resumed.`]
    case 'running':
    case 'draining':
    case 'unknown':
      return []
  }
}
