import { nounOf, plural } from '../terminal/plural.ts'
import type { PhaseReport, Report } from '@amelia/core'
import { countPhases, type ReportOptions, runCondition, words } from '@amelia/core/view'
import stringWidth from 'fast-string-width'
import { failedPhases } from '../stored/failed-phases.ts'
import { fitText, padText, widestOf } from '../terminal/fit-text.ts'
import { wrapText } from '../terminal/wrap-text.ts'

const { plainLabel } = words

/** The most notes about phases that are shown in full. */
const mostNotes = 2

/** Options of {@link renderOutcome}. */
export interface OutcomeOptions extends Omit<ReportOptions, 'costs' | 'contentWidth' | 'sessions'> {
  /** The title of the plan. Default: its goal. */
  title?: string
  /** The most lines of the screen. Default: 12. */
  rows?: number
}

/**
 * Renders the end of a run for the last screen of a terminal: the result, the failures and the questions with
 * their telling lines, the location of the work, and the next steps. The command `amelia status` shows all
 * facts.
 *
 * Names of branches and the next steps are never cut; everything else fits into `width` and `rows`.
 */
export const renderOutcome = (report: Report, options: OutcomeOptions = {}): string => {
  const { width = 80, rows = 12, paint = (text) => text, next = [] } = options
  const { warnings, notes, places } = factsOf(report, options)
  const apart = (...groups: readonly (readonly string[])[]): string[] =>
    groups.flatMap((lines) => (lines.length === 0 ? [] : ['', ...lines]))
  const spacious = apart([...warnings, ...notes, ...places], next)
  // Notes are also part of the status.
  const tail = spacious.length > rows - 6 ? apart([...warnings, ...places, ...next]) : spacious
  // The headline, and the blank line below it.
  const room = Math.max(2, rows - 2 - tail.length)
  const causes = causeLines(report, options, room).map((line) => fitText(line, width))
  const text = [
    headLine(report, options),
    ...(causes.length === 0 ? [] : ['', ...causes.map((line) => paintMark(line, paint))]),
    ...tail,
  ].join('\n')
  return `${options.ascii === true ? text.replaceAll('…', '.') : text}\n`
}

const headLine = (report: Report, options: OutcomeOptions): string => {
  const { width = 80, ascii = false, paint = (text) => text, title = report.goal } = options
  const { status } = options.condition ?? runCondition({ report, lock: { locked: true } })
  const [text, tone] = words.headlines[status]
  const { mark } = words.kindMark(words.statusKind(status), { ascii })
  const { done, all } = countPhases(report.phases)
  const left = `${text}: ${done} of ${plural(all, 'phase')}`
  const cost = report.spent.sessions === 0 ? '' : words.shortUsage(report.spent)
  const right = [words.formatDuration(report.durationMs), ...(cost === '' ? [] : [cost])].join('  ')
  const room = width - stringWidth(`${mark} ${left}  `) - stringWidth(right) - 2
  const shown = room < 8 ? '' : fitText(plainLabel(title), room)
  const gap = Math.max(2, room - stringWidth(shown) + 2)
  const space = Number.isFinite(gap) ? ' '.repeat(gap) : '  '
  return `${paint(`${mark} ${left}`, tone)}  ${paint(shown, 'strong')}${space}${paint(right, 'dim')}`
}

/** Lists the open questions and the failed phases with their causes, and the phases that they prevent. */
const causeLines = (report: Report, options: OutcomeOptions, room: number): string[] => {
  const { width = 80 } = options
  const asked = new Set(report.gates.flatMap(({ phaseIds }) => phaseIds))
  const failed = failedPhases(report).filter(({ id }) => !asked.has(id))
  const ids = Math.min(16, widestOf(failed.map(({ id }) => plainLabel(id))))
  const asks = report.gates.map(({ question }) => [`? ${plainLabel(question)}`])
  const fails = failed.map((phase) => describeFailed(phase, { ids, width, options }))
  const groups = [...asks, ...fails]
  const left = room < 4 ? [] : leftLines(report, new Set(failed))
  const space = room - left.length
  // One line each if not all of them fit in full.
  const isWide = groups.reduce((sum, lines) => sum + lines.length, 0) <= space
  const whole =
    groups.length === 1 ? groups.flatMap((lines) => wrapFirst(lines, { width, space })) : undefined
  const lines = whole ?? groups.flatMap((group) => (isWide ? group : group.slice(0, 1)))
  const most = lines.length <= space ? lines.length : Math.max(1, space - 1)
  const more = whole ? 0 : lines.length - most
  return [...lines.slice(0, most), ...(more > 0 ? [`  and ${more} more`] : []), ...left]
}

/** Continues the lines of the only cause on the next rows while there is room. */
const wrapFirst = (
  lines: readonly string[],
  { width, space }: { width: number; space: number },
): string[] => {
  const indents = lines.map((line) => /^ */.exec(line)![0])
  const wrapped = lines.flatMap((line, index) => {
    const indent = index === 0 ? '  ' : indents[index]!
    const [first = '', ...rest] = wrapText(line.trimStart(), Math.max(20, width - indent.length))
    return [indents[index]! + first, ...rest.map((text) => indent + text)]
  })
  return wrapped.length <= space ? wrapped : lines.slice(0, space)
}

const describeFailed = (
  { id, title, status, failure, attempt }: PhaseReport,
  { ids, width, options }: { ids: number; width: number; options: OutcomeOptions },
): string[] => {
  const { ascii = false } = options
  const isSkipped = status === 'skipped'
  const { mark } = words.kindMark(isSkipped ? 'skipped' : 'failed', { ascii })
  const attempts = `${isSkipped ? 'skipped after ' : ''}${attempt > 1 ? `attempt ${attempt}: ` : ''}`
  const left = `${mark} ${padText(fitText(plainLabel(id), ids), ids)}  `
  const { message, told } = failure ? words.failureParts(failure) : { message: 'failed', told: [] }
  const room = Math.max(12, width - stringWidth(left) - stringWidth(`${attempts}${message}`) - 2)
  const name = fitText(plainLabel(title), room)
  const indent = ' '.repeat(stringWidth(left))
  return [
    `${left}${name}  ${attempts}${message}`,
    ...told.map((text) => indent + text),
    ...(failure?.suggestions ?? []).map((text) => `${indent}Suggestion: ${plainLabel(text)}`),
  ]
}

/** Lists the blocked and skipped phases that are not shown with a cause, and the phases that prevent them. */
const leftLines = ({ phases }: Report, shown: ReadonlySet<PhaseReport>): string[] =>
  (['blocked', 'skipped'] as const).flatMap((word) => {
    const left = phases.filter((phase) => phase.status === word && !shown.has(phase))
    const by = [...new Set(left.flatMap(({ because }) => because ?? []))].map(plainLabel)
    const ids = left.map(({ id }) => plainLabel(id)).join(', ')
    return ids === '' ? [] : [`  ${word}${by.length === 0 ? '' : ` by ${by.join(', ')}`}: ${ids}`]
  })

const paintMark = (line: string, paint: NonNullable<OutcomeOptions['paint']>): string => {
  if (line.startsWith('? ')) return paint(line, 'warn')
  const failed = /^[✗x] /.exec(line)
  return failed ? `${paint(line.slice(0, 1), 'bad')}${line.slice(1)}` : paint(line, 'dim')
}

/** Lists the notes about phases if they are few, else the phases that have notes. */
const noteLines = (phases: readonly PhaseReport[]): string[] => {
  const noted = phases.filter((phase) => words.notesOf(phase).length > 0)
  const lines = noted.flatMap((phase) =>
    words.notesOf(phase).map((text) => `Phase ${plainLabel(phase.id)}: ${plainLabel(text)}`),
  )
  if (lines.length <= mostNotes) return lines
  const ids = noted.map(({ id }) => plainLabel(id)).join(', ')
  return [`${nounOf(noted.length, 'Phase')} ${ids}: see the notes in the status.`]
}

/** Lists what a person has to know about the result, a line each, and where it is. */
const factsOf = (
  report: Report,
  { width = 80, paint = (text) => text }: OutcomeOptions,
): Record<'warnings' | 'notes' | 'places', string[]> => {
  const { unverified, review, repositoryChanges = [], targetNote, phases, base, head } = report
  const changed = [...new Set(repositoryChanges.map(({ name }) => plainLabel(name)))]
  const hasCommits =
    phases.some(({ status }) => status === 'completed') || (report.targetPublished && head !== base)
  const warnings = [
    ...words.describeEnd(report),
    ...(unverified ? ['Not verified: no check is configured.'] : []),
    ...(changed.length === 0 ? [] : [`Changed in your repository while phases ran: ${changed.join(', ')}`]),
  ]
  const notes = [
    ...(review === undefined || review.comments.length === 0
      ? []
      : [`Final review: ${words.describeReview(review)}.`]),
    ...noteLines(phases),
  ]
  const work = hasCommits ? words.describeWork(report).map(plainLabel) : ['No commits were made.']
  const note = targetNote === undefined ? [] : [plainLabel(targetNote)]
  return {
    warnings: warnings.map((text) => paint(fitText(text, width), 'warn')),
    notes: notes.map((text) => fitText(text, width)),
    // A command of the note must not be broken into two lines.
    places: [...work.flatMap((text) => wrapText(text, width)), ...note],
  }
}
