import type { PhaseReport, RunView } from '@amelia/core'
import { type Paint, stripAnsi, words, workedTime } from '@amelia/core/view'
import stringWidth from 'string-width'
import { fitText, padText } from '../../../terminal/fit-text.ts'
import type { PhaseReader } from '../detail/phase-reader.ts'
import { type OpenedPhase, phaseTabs } from '../key/live-state.ts'
import { describeActivity, seconds } from './render-phases.ts'

export interface OpenedView {
  readonly run: RunView
  readonly columns: number
  readonly room: number
  readonly ascii: boolean
  readonly paint: Paint
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The lines of an opened phase, and the measures that keys depend on. */
export interface RenderedPhase {
  readonly lines: readonly string[]
  /** The lines of its part, the first one that is shown, and how many fit. */
  readonly shown: { readonly lines: readonly string[]; readonly top: number; readonly rows: number }
}

/**
 * Renders an opened phase in `room` lines: its state, the names of its parts, the lines of the chosen part,
 * and its work now. A part that is followed shows its last lines.
 */
export const renderOpened = (
  { phase, reader, opened }: { phase: PhaseReport; reader: PhaseReader; opened: OpenedPhase },
  view: OpenedView,
): RenderedPhase => {
  const { run, columns, room, ascii, paint, now } = view
  const startedAt = Date.parse(run.report.startedAt)
  const lines = reader.lines(phase, opened.tab, { startedAt, columns, ascii, paint })
  const activity = describeActivity(run, phase, now)
  const { mark, tone } = words.phaseMark(phase.status, { ascii })
  const work =
    activity === '' ? [] : [`${paint(mark, tone)} ${fitText(activity, columns - 4, ascii ? '...' : '…')}`]
  const head = [headOf(phase, view), tabsOf(opened, reader.totals(phase), view)]
  const rows = Math.max(1, room - head.length - work.length)
  const last = Math.max(0, lines.length - rows)
  const top = opened.top === undefined ? last : Math.min(opened.top, last)
  const body = lines
    .slice(top, top + rows)
    .map((line, at) => (top + at === opened.found ? paint(stripAnsi(line), 'active') : line))
  const space = Array<string>(Math.max(0, rows - body.length)).fill('')
  return { lines: [...head, ...body, ...space, ...work], shown: { lines, top, rows } }
}

const headOf = (phase: PhaseReport, { run, columns, ascii, paint, now }: OpenedView): string => {
  const { id, title, attempt, spent, status, startedAt, completedAt } = phase
  const worked = workedTime(run, now, phase)
  const facts = [
    ...(attempt > 0 ? [words.describeAttempt(phase)] : []),
    ...(startedAt === undefined ? [] : [completedAt ? words.formatDuration(worked) : seconds(worked)]),
    ...(spent && words.shortUsage(spent) !== '' ? [words.shortUsage(spent)] : []),
    words.statusWord(status).toLowerCase(),
  ].join('  ')
  const room = Math.max(8, columns - 1 - stringWidth(facts) - 2)
  const name = fitText(`${words.plainLabel(id)}  ${words.plainLabel(title)}`, room, ascii ? '...' : '…')
  return `${paint(padText(name, room), 'strong')}  ${paint(facts, 'dim')}`
}

/** The names of the parts; the chosen one has a mark. */
const tabsOf = (
  { tab: chosen, top }: OpenedPhase,
  totals: ReturnType<PhaseReader['totals']>,
  { ascii, paint }: OpenedView,
): string =>
  phaseTabs
    .map((tab) => {
      const counts = tab === 'changes' && totals ? ` +${totals.added} -${totals.removed}` : ''
      if (tab !== chosen) return paint(`  ${tab}${counts}`, 'dim')
      const follows = tab === 'session' && top === undefined ? ', following' : ''
      return `${paint(ascii ? '>' : '▸', 'active')} ${paint(`${tab}${counts}`, 'strong')}${paint(follows, 'dim')}`
    })
    .join('  ')
