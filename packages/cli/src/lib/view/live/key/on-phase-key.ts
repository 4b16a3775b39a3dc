import { stripAnsi } from '@amelia/core/view'
import type { Key } from '../../../terminal/screen/decode-keys.ts'
import { emptyLine } from '../../../terminal/screen/edit-line.ts'
import { scrollPage } from '../../../terminal/screen/scroll-page.ts'
import { helpPage } from './help-page.ts'
import { type LiveState, nextFocus, type OpenedPhase, type PhaseTab, phaseTabs } from './live-state.ts'
import { offer, steering } from './offer.ts'
import { type KeyContext, type Step, without } from './step.ts'

/** Applies a key to the opened phase. */
export const onPhaseKey = (
  before: LiveState,
  opened: OpenedPhase,
  { name, ctrl }: Key,
  context: KeyContext,
): Step => {
  const state = without(before, 'message')
  if (ctrl) return { state: name === 'd' ? without(state, 'opened') : state }
  const show = (tab: PhaseTab): Step => ({ state: { ...state, opened: openTab(opened, tab) } })
  const own = context.running.filter(({ phaseId }) => phaseId === opened.phaseId)
  switch (name) {
    case 'escape':
    case 'q':
    case 'backspace':
      return { state: without(state, 'opened') }
    case 'left':
    case 'h':
      return show(neighbour(opened.tab, -1))
    case 'right':
    case 'l':
      return show(neighbour(opened.tab, 1))
    case 'tab': {
      const focus = nextFocus(state)
      return focus === undefined ? show(neighbour(opened.tab, 1)) : { state: { ...state, focus } }
    }
    case 'backtab':
      return show(neighbour(opened.tab, -1))
    case 'c':
      return offer(state, 'cancel', { running: own })
    case 's':
      return own.length === 0
        ? offer(state, 'steer', { running: own })
        : { state: steering(state, opened.phaseId) }
    case 'f':
      return { state: { ...state, opened: follow(opened) } }
    case '/':
      return {
        state: {
          ...state,
          prompt: { type: 'line', label: 'Find:', line: emptyLine, purpose: { type: 'find' } },
        },
      }
    case 'n':
      return { state: findText(state, opened.find ?? '', context) }
    case 'N':
      return { state: findText(state, opened.find ?? '', context, -1) }
    case '?':
      return { state: { ...state, page: helpPage(context.role, true) } }
    default:
      return { state: scroll(state, opened, name, context) }
  }
}

const neighbour = (tab: PhaseTab, by: 1 | -1): PhaseTab =>
  phaseTabs[(phaseTabs.indexOf(tab) + by + phaseTabs.length) % phaseTabs.length]!

const follow = ({ top: _, ...opened }: OpenedPhase): OpenedPhase => opened
const forget = ({ found: _, ...opened }: OpenedPhase): OpenedPhase => opened

/** The session begins at its last lines, and everything else at its first. */
const openTab = (opened: OpenedPhase, tab: PhaseTab): OpenedPhase => ({
  ...forget(follow(opened)),
  tab,
  ...(tab !== 'session' && { top: 0 }),
})

const scroll = (
  state: LiveState,
  opened: OpenedPhase,
  key: string,
  { opened: shown = { lines: [], top: 0, rows: 1 } }: KeyContext,
): LiveState => {
  const { lines, rows } = shown
  const { top } = scrollPage({ lines, top: shown.top }, key, rows)
  // At the end of a growing text, its next lines are shown.
  const isEnd = opened.tab === 'session' && top >= lines.length - rows
  return { ...state, opened: isEnd ? follow(opened) : { ...opened, top } }
}

/** Shows the next line below the first one on the screen, or above it, that contains a text in any case. */
export const findText = (
  state: LiveState,
  text: string,
  { opened: shown = { lines: [], top: 0, rows: 1 } }: Pick<KeyContext, 'opened'>,
  by: 1 | -1 = 1,
): LiveState => {
  const { opened } = state
  if (!opened || text === '') return state
  const { lines, top } = shown
  const wanted = text.toLowerCase()
  const matches = lines.flatMap((line, at) => (stripAnsi(line).toLowerCase().includes(wanted) ? [at] : []))
  // A text that is looked up for the first time may be in the first line.
  const from = opened.found === undefined || opened.find !== text ? top : opened.found + by
  const at =
    by === 1
      ? (matches.find((match) => match >= from) ?? matches[0])
      : (matches.findLast((match) => match <= from) ?? matches.at(-1))
  if (at === undefined)
    return {
      ...state,
      opened: { ...forget(opened), find: text },
      message: `"${text}" is not in these lines.`,
    }
  return {
    ...state,
    opened: { ...opened, find: text, found: at, top: at },
    message: `"${text}": ${matches.indexOf(at) + 1} of ${matches.length}   n: next   N: before`,
  }
}
