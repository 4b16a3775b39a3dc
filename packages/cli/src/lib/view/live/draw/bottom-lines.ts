import { plural } from '../../../terminal/plural.ts'
import { runCondition, words } from '@amelia/core/view'
import stringWidth from 'string-width'
import { fitText } from '../../../terminal/fit-text.ts'
import type { Prompt } from '../key/live-state.ts'
import type { ViewRole } from '../key/step.ts'
import { fitHint } from './fit-hint.ts'
import { countParts } from './order-phases.ts'
import type { LiveModel, LiveSize } from './live-model.ts'

export interface Bottom {
  readonly lines: readonly string[]
  /** The column of the cursor in the last line. */
  readonly column: number
}

/** Renders the line that is typed, a question of the view, a message, or the keys. */
export const bottomLines = (model: LiveModel, { columns, paint, ascii }: LiveSize): Bottom => {
  const { state } = model
  if (state.prompt?.type === 'line') return lineOf(state.prompt, { columns, paint, ascii })
  const text = state.prompt ? promptText(state.prompt) : (state.message ?? hintOf(model))
  const isCalm =
    !(state.opened && state.focus === undefined && state.gates.some(({ is }) => is === undefined)) &&
    state.prompt === undefined &&
    state.message === undefined &&
    model.interruption === undefined
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
    case 'quit':
      return `${prompt.leaves ? 'b: leave it running, ' : ''}f: finish running phases, x: stop now, other keys: stay`
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
  const { running } = countParts([...run.phases.values()])
  const rest = running === 0 ? '' : `: ${plural(running, 'phase')} still running`
  if (interruption === 'draining') return `${count}Draining${rest}. Ctrl-C: stop now`
  if (state.focus !== undefined)
    return `${open > 1 ? 'Tab: next   ' : ''}d: changes   l: output   e: files   Esc: later   ?: help`
  if (state.opened) {
    const follow = state.opened.top === undefined ? '' : 'f: follow   '
    return `${count}Esc: back   left, right: parts   /: find   ${follow}c: cancel   s: steer   ?: help`
  }
  // A run without a process takes only answers.
  const leave = 'q: quit   ?: help'
  if (standing !== undefined) return `${standing}   ${count}Enter: open   ${leave}`
  if (role === 'answer') return `${count}${leave}`
  const away = model.leaves ? 'b: leave   ' : ''
  if (runCondition(run).state === 'draining') return `Draining${rest}   ${count}Enter: open   ${away}${leave}`
  return `${count}Enter: open   ${away}c: cancel   s: steer   p: pause   ${leave}`
}

const hintOfCtrlC: Record<ViewRole, string> = {
  run: 'Ctrl-C: finish running phases, then stop',
  watch: 'Ctrl-C: stop watching',
  answer: 'Ctrl-C: quit',
}
