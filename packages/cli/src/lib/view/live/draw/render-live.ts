import cliTruncate from 'cli-truncate'
import type { Frame } from '../../../terminal/screen/screen.ts'
import { cursorOf } from '../key/cursor-of.ts'
import { barLine, isDone } from './bar-line.ts'
import type { LiveModel, LiveSize } from './live-model.ts'
import { bottomLines } from './bottom-lines.ts'
import { renderOpened, type RenderedPhase } from './render-opened.ts'
import { renderHeader } from './render-header.ts'
import { listPhases, renderPhases } from './render-phases.ts'
import { renderQuestion } from './render-question.ts'

/** A frame, and the measures that keys depend on. */
export interface LiveFrame extends Frame {
  /** Lines of a page that fit. */
  readonly pageRows: number
  /** Lines of the question with the focus that have not been on the screen. */
  readonly hiddenLines: number
  /** The lines of that question that scroll, and how many of them fit. */
  readonly scroll: { readonly length: number; readonly rows: number }
  /** The phases in the order of the screen, for the cursor. */
  readonly order: readonly string[]
  /** The lines of the opened phase, if it is shown. */
  readonly opened?: RenderedPhase['shown'] | undefined
}

/** A question leaves this many lines to the phases, if they need them and the terminal is not small. */
const leastPhases = 4
const smallRows = 16

/**
 * Renders a frame of the live view: the goal, a bar with counts, the phases, the open questions, and a hint
 * or the line that is typed. A frame has at most `rows` lines of `columns - 1` columns.
 */
export const renderLive = (model: LiveModel, size: LiveSize): LiveFrame => {
  const { state, run } = model
  const { columns, rows, ascii, paint } = size
  const bottom = bottomLines(model, size)
  const small = rows < 8
  const looked = state.focus === undefined && state.page === undefined ? openedOf(model) : undefined
  const head = looked
    ? []
    : small
      ? [renderHeader(model, size)]
      : [renderHeader(model, size), barLine([...run.phases.values()], size)]
  // Phases have precedence in a small terminal; the report lists every change again.
  const note = model.note === undefined || rows < 10 ? [] : [paint(`! ${model.note}`, 'warn')]
  const room = Math.max(1, rows - head.length - note.length - bottom.lines.length)
  const { page } = state
  const pageRows = Math.max(1, room - 1)
  const question = page || state.focus === undefined ? undefined : questionOf(model, state.focus, size, room)
  const hiddenLines = question?.hidden ?? 0
  const numberOf = (phaseId: string): number | undefined =>
    state.gates.find(({ gate }) => gate.phaseIds.includes(phaseId))?.number
  const asked = question?.lines ?? []
  const list = { ...size, ...model, room: Math.max(1, room - asked.length) }
  const order = listPhases(run, list)
  const cursor = model.keys && model.role !== 'answer' ? cursorOf(state, order) : undefined
  const opened = looked && renderOpened(looked, { ...size, run, room })
  const phases = page || opened ? [] : renderPhases(run, { ...list, cursor, questionOf: numberOf })
  const body = page
    ? [
        paint(
          `${page.title}  ${Math.min(page.lines.length, page.top + pageRows)}/${page.lines.length}`,
          'strong',
        ),
        ...page.lines.slice(page.top, page.top + pageRows),
      ]
    : opened
      ? opened.lines
      : room > asked.length
        ? phases
        : []
  // Question and hint stay at the bottom, so that they do not move with the phases.
  const space = Array<string>(Math.max(0, room - body.length - asked.length)).fill('')
  const middle = [...body, ...space, ...asked].slice(0, room)
  const lines = [...head, ...middle, ...note, ...bottom.lines]
    .slice(-rows)
    .map((text) => cliTruncate(text, columns - 1, { truncationCharacter: ascii ? '.' : '…' }))
  return {
    lines,
    cursor: { row: lines.length - 1, column: Math.min(columns - 1, bottom.column) },
    pageRows,
    hiddenLines,
    scroll: { length: question?.length ?? 0, rows: question?.rows ?? 0 },
    order,
    opened: opened?.shown,
  }
}

/** The phase that a person has opened, and the reader of its parts. */
const openedOf = ({ run, state, reader }: LiveModel): Parameters<typeof renderOpened>[0] | undefined => {
  const phase = state.opened && run.phases.get(state.opened.phaseId)
  return phase && reader && state.opened ? { phase, reader, opened: state.opened } : undefined
}

const questionOf = (
  { state, run, facts }: LiveModel,
  focus: string,
  { columns, rows, ascii, paint }: LiveSize,
  room: number,
): ReturnType<typeof renderQuestion> =>
  renderQuestion({
    ...{
      gates: state.gates,
      focus,
      facts: facts.get(focus),
      read: state.read,
      chosen: state.chosen,
      plan: run.plan,
      columns,
      ascii,
      paint,
    },
    leastRows: rows < smallRows ? 4 : 2,
    room: rows < smallRows ? room : Math.max(3, room - Math.min(leastPhases, run.phases.size)),
    isDone: (id) => isDone(run.phases.get(id)),
  })
