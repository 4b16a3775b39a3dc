import type { RunView } from '@amelia/core'
import { words, type Paint, workedTime } from '@amelia/core/view'
import cliTruncate from 'cli-truncate'
import stringWidth from 'string-width'
import type { Frame } from '../../../terminal/screen/screen.ts'
import { fitText } from '../../../terminal/fit-text.ts'
import type { Interruption } from '../../../terminal/watch-signals.ts'
import type { GateFacts } from '../detail/load-gate-facts.ts'
import type { LiveState, Prompt } from '../key/live-state.ts'
import { barLine, isDone } from './bar-line.ts'
import { fitHint } from './fit-hint.ts'
import { countParts } from './order-phases.ts'
import { renderPhases, seconds } from './render-phases.ts'
import { renderQuestion } from './render-question.ts'
import type { ViewRole } from '../key/step.ts'

/** A run, and the state of the keys of its view. */
export interface LiveModel {
  readonly run: RunView
  readonly state: LiveState
  /** The latest change detected in the user's repository. */
  readonly note?: string | undefined
  readonly role: ViewRole
  readonly facts: ReadonlyMap<string, GateFacts>
  readonly interruption?: Interruption | undefined
  /** A fact about the run that the hint states first, such as `Not running`. */
  readonly standing?: string | undefined
  /** Whether keys are watched. */
  readonly keys: boolean
  readonly batchOf?: ((phaseId: string) => number | undefined) | undefined
}

/** The terminal that {@link renderLive} draws for. */
export interface LiveSize {
  readonly columns: number
  readonly rows: number
  readonly ascii: boolean
  readonly paint: Paint
  /** Milliseconds since 1970. */
  readonly now: number
}

/** A frame, and the measures that keys depend on. */
export interface LiveFrame extends Frame {
  /** Lines of a page that fit. */
  readonly pageRows: number
  /** Lines of the question with the focus that have not been on the screen. */
  readonly hiddenLines: number
  /** The lines of that question that scroll, and how many of them fit. */
  readonly scroll: { readonly length: number; readonly rows: number }
}

/** A question leaves this many lines to the phases, if they need them and the terminal is not small. */
const leastPhases = 4
const smallRows = 16
/** The usage of a run leaves this many columns to its goal. */
const leastGoal = 24

/**
 * Renders a frame of the live view: the goal, a bar with counts, the phases, the open questions, and a hint
 * or the line that is typed. A frame has at most `rows` lines of `columns - 1` columns.
 */
export const renderLive = (model: LiveModel, size: LiveSize): LiveFrame => {
  const { state, run } = model
  const { columns, rows, ascii, paint } = size
  const bottom = bottomLines(model, size)
  const small = rows < 8
  const head = small ? [header(run, size)] : [header(run, size), barLine([...run.phases.values()], size)]
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
  const phases = page
    ? []
    : renderPhases(run, {
        ...size,
        ...model,
        top: state.top,
        room: room - asked.length,
        questionOf: numberOf,
      })
  const body = page
    ? [
        paint(
          `${page.title}  ${Math.min(page.lines.length, page.top + pageRows)}/${page.lines.length}`,
          'strong',
        ),
        ...page.lines.slice(page.top, page.top + pageRows),
      ]
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
  }
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
      plan: run.plan,
      columns,
      ascii,
      paint,
    },
    leastRows: rows < smallRows ? 4 : 2,
    room: rows < smallRows ? room : Math.max(3, room - Math.min(leastPhases, run.phases.size)),
    isDone: (id) => isDone(run.phases.get(id)),
  })

const header = (run: RunView, { columns, rows, ascii, now, paint }: LiveSize): string => {
  const { goal, spent } = run.report
  const phases = [...run.phases.values()]
  const { title: name, goal: aim } = run.plan
  const text = `${words.plainLabel(name || aim || goal) || 'Running'}  ${run.runId}`
  const time = run.through === 0 ? '' : seconds(workedTime(run, now))
  // A small terminal has no line with counts.
  const count = rows < 8 ? `${phases.filter(isDone).length}/${phases.length}  ` : ''
  const room = columns - 1 - Math.min(stringWidth(text), leastGoal) - 2 - count.length - time.length - 2
  const cost = spent.sessions === 0 ? '' : words.fitUsage(spent, room)
  const facts = `${count}${time}${cost === '' ? '' : `  ${cost}`}`
  const title = fitText(text, Math.max(8, columns - 1 - stringWidth(facts) - 2), ascii ? '...' : '…')
  return `${paint(title, 'strong')}  ${paint(facts, 'dim')}`
}

interface Bottom {
  readonly lines: readonly string[]
  /** The column of the cursor in the last line. */
  readonly column: number
}

/** Renders the line that is typed, a question of the view, a message, or the keys. */
const bottomLines = (model: LiveModel, { columns, paint, ascii }: LiveSize): Bottom => {
  const { state } = model
  if (state.prompt?.type === 'line') return lineOf(state.prompt, { columns, paint, ascii })
  const text = state.prompt ? promptText(state.prompt) : (state.message ?? hintOf(model))
  const isCalm = state.prompt === undefined && state.message === undefined && model.interruption === undefined
  const shown = fitHint(text, columns - 1, ascii ? '...' : '…')
  return { lines: [paint(shown, isCalm ? 'dim' : 'warn')], column: stringWidth(shown) }
}

const graphemes = new Intl.Segmenter()

const lineOf = (
  { label, line, problem }: Extract<Prompt, { type: 'line' }>,
  { columns, paint, ascii }: Pick<LiveSize, 'columns' | 'paint' | 'ascii'>,
): Bottom => {
  const room = columns - 4
  // The end of the text before the cursor stays visible.
  let before = line.before
  while (stringWidth(before) > room) {
    const [{ segment } = { segment: before }] = graphemes.segment(before)
    before = before.slice(segment.length)
  }
  const ellipsis = ascii ? '...' : '…'
  const lines = [
    ...(problem === undefined ? [] : [paint(fitText(problem, columns - 1, ellipsis), 'bad')]),
    paint(fitText(`${label} (Enter: done, Esc: back)`, columns - 1, ellipsis), 'warn'),
    `> ${before}${fitText(line.after, room - stringWidth(before), '')}`,
  ]
  return { lines, column: 2 + stringWidth(before) }
}

const promptText = (prompt: Exclude<Prompt, { type: 'line' }>): string => {
  switch (prompt.type) {
    case 'confirm':
      return `${prompt.text} y: yes, other keys: no`
    case 'scope':
      return 'End the run and undo r: all of it, b: only this batch? Other keys: no'
    case 'choose': {
      const { to, more, what } = prompt
      const step = to === 'cancel' && what.stepId !== undefined ? `step ${shortId(what.stepId)} of ` : ''
      const part = `${step}phase ${shortId(what.phaseId)}`
      return to === 'cancel'
        ? `Cancel ${part}? y: yes, ${more ? 'c: another, ' : ''}other keys: no`
        : `Send a text to ${part}? Enter: write it, ${more ? 's: another, ' : ''}other keys: no`
    }
  }
}

/** An id in a line that ends with keys, which have to fit. */
const shortId = (id: string): string => fitText(words.plainLabel(id), 10)

const hintOf = (model: LiveModel): string => {
  const { state, interruption, role, keys, run, standing } = model
  if (state.page) return 'up, down, space: scroll   q: back'
  const ctrl = hintOfCtrlC[role]
  if (!keys) return ctrl
  const open = state.gates.length
  const count =
    open === 0 || state.focus !== undefined
      ? ''
      : `Tab: ${open === 1 ? '1 question' : `${open} questions`}   `
  if (interruption === 'cancelling') return 'Stopping. Ctrl-C: exit immediately'
  if (interruption === 'draining') {
    const { running } = countParts([...run.phases.values()])
    const rest = running === 0 ? '' : `: ${running} ${running === 1 ? 'phase' : 'phases'} still running`
    return `${count}Draining${rest}. Ctrl-C: stop now`
  }
  if (state.focus !== undefined)
    return `${open > 1 ? 'Tab: next   ' : ''}d: changes   l: output   e: files   Esc: later   ?: help`
  // A run without a process takes only answers.
  const leave = `q: ${role === 'watch' ? 'leave' : 'quit'}   ?: help`
  if (standing !== undefined) return `${standing}   ${count}${leave}`
  if (role === 'answer') return `${count}${leave}`
  return `${count}c: cancel   s: steer   p: pause   ${leave}`
}

const hintOfCtrlC: Record<ViewRole, string> = {
  run: 'Ctrl-C: finish running phases, then stop',
  watch: 'Ctrl-C: stop watching',
  answer: 'Ctrl-C: quit',
}
