import { readBudgetAmount } from '../../../question/read-budget-amount.ts'
import { readPhaseNames } from '../../../question/narrow-gate.ts'
import type { Key } from '../../../terminal/screen/decode-keys.ts'
import { editLine } from '../../../terminal/screen/edit-line.ts'
import { scrollPage } from '../../../terminal/screen/scroll-page.ts'
import { helpPage } from './help-page.ts'
import { type Action, type LiveState, nextFocus, partOf, type Prompt } from './live-state.ts'
import { cursorOf, movedCursor } from './cursor-of.ts'
import { offer, steering } from './offer.ts'
import { onGateKey } from './on-gate-key.ts'
import { findText, onPhaseKey } from './on-phase-key.ts'
import { answered, type KeyContext, type Step, without } from './step.ts'

/** A key counts for a part that has been on the screen for this time. */
const guardMs = 300

/**
 * Applies a key. A key for a question that was pressed before the question was on the screen, or less than
 * {@link guardMs} after, is dropped.
 */
export const onKey = (state: LiveState, key: Key, now: number, context: KeyContext): Step => {
  if (key.ctrl && key.name === 'c')
    return { state: without(state, 'prompt', 'page'), action: { type: 'interrupt' } }
  const { page, prompt, drawn } = state
  const isOnScreen = drawn?.part === partOf(state)
  const isGuarded = !isOnScreen || now - drawn.at < guardMs
  if (page) return isOnScreen ? onPageKey(state, key, context) : { state }
  if (prompt?.type === 'line')
    return key.name === 'enter' && isGuarded ? { state } : onLineKey(state, prompt, key, context)
  if (prompt) return isGuarded ? { state } : onPromptKey(state, prompt, key, context)
  if (state.focus !== undefined) return isGuarded ? { state } : onGateKey(state, key, context)
  if (!isOnScreen) return { state }
  return state.opened ? onPhaseKey(state, state.opened, key, context) : onRunKey(state, key, context)
}

const onPageKey = (state: LiveState, { name, ctrl }: Key, { pageRows }: KeyContext): Step => {
  if (name === 'q' || name === 'escape' || (ctrl && name === 'd')) return { state: without(state, 'page') }
  return { state: { ...state, page: scrollPage(state.page!, name, pageRows) } }
}

const onLineKey = (
  state: LiveState,
  prompt: Extract<Prompt, { type: 'line' }>,
  key: Key,
  context: KeyContext,
): Step => {
  if (key.name === 'escape' || (key.ctrl && key.name === 'd')) return { state: without(state, 'prompt') }
  if (key.name !== 'enter') {
    const line = editLine(prompt.line, key)
    if (line === prompt.line) return { state }
    const { problem: _problem, ...rest } = prompt
    return { state: { ...state, prompt: { ...rest, line } } }
  }
  const { purpose } = prompt
  const text = `${prompt.line.before}${prompt.line.after}`.trim()
  const refuse = (problem: string): Step => ({ state: { ...state, prompt: { ...prompt, problem } } })
  if (purpose.type === 'steer') {
    if (text === '') return refuse('Type a text for the agent, or press Esc.')
    const { phaseId } = purpose
    return { state: without(state, 'prompt'), action: { type: 'steer', phaseId, text } }
  }
  if (purpose.type === 'find') return { state: findText(without(state, 'prompt'), text, context) }
  if (purpose.type === 'phases') {
    const { gateId } = purpose
    const asked = state.gates.find(({ gate }) => gate.id === gateId)?.gate.phaseIds ?? []
    const phaseIds = readPhaseNames(text, asked)
    if (phaseIds === undefined) return refuse(`Type some of ${asked.join(', ')}, or press Esc.`)
    return { state: { ...without(state, 'prompt'), chosen: { gateId, phaseIds } } }
  }
  const { gateId, choice, phaseIds } = purpose
  if (purpose.amount) {
    const amount = text === '' ? undefined : readBudgetAmount(text)
    if (text !== '' && amount === undefined)
      return refuse('Expected numbers above 0 with their unit: tokens, usd, minutes or sessions.')
    return answered(state, { type: 'answer', answer: { gateId, choice, ...(amount && { amount }) } })
  }
  if (text === '' && !purpose.optional) return refuse('Type a text, or press Esc.')
  return answered(state, {
    type: 'answer',
    answer: { gateId, choice, ...(phaseIds && { phaseIds }), ...(text !== '' && { feedback: text }) },
  })
}

const onPromptKey = (
  state: LiveState,
  prompt: Exclude<Prompt, { type: 'line' }>,
  { name }: Key,
  context: KeyContext,
): Step => {
  const closed = without(state, 'prompt')
  const key = name.toLowerCase()
  if (prompt.type === 'confirm') {
    if (key !== 'y') return { state: closed }
    const { action } = prompt
    return action.type === 'answer' ? answered(state, action) : { state: closed, action }
  }
  if (prompt.type === 'scope') {
    const scope = ({ r: 'run', b: 'batch' } as const)[key]
    if (scope === undefined) return { state: closed }
    const answer = { gateId: prompt.gateId, choice: 'abort-revert', scope } as const
    return answered(state, { type: 'answer', answer })
  }
  if (prompt.type === 'quit') {
    const actions: Record<string, 'finish' | 'stop' | 'leave-view'> = {
      ...{ f: 'finish', x: 'stop' },
      ...(prompt.leaves && { b: 'leave-view' }),
    }
    const type = actions[key]
    return type === undefined ? { state: closed } : { state: closed, action: { type } }
  }
  const { to, what } = prompt
  if (key === (to === 'cancel' ? 'c' : 's')) return offer(state, to, context, what)
  if (to === 'cancel' && key === 'y') return { state: closed, action: { type: 'cancel', what } }
  if (to === 'steer' && key === 'enter') return { state: steering(closed, what.phaseId) }
  return { state: closed }
}

const onRunKey = (before: LiveState, { name, ctrl }: Key, context: KeyContext): Step => {
  const state = without(before, 'message')
  const confirm = (text: string, action: Action): Step => ({
    state: { ...state, prompt: { type: 'confirm', text, action } },
  })
  if (ctrl) return { state }
  switch (name) {
    case 'tab': {
      const focus = nextFocus(state)
      return { state: focus === undefined ? state : { ...state, focus } }
    }
    case 'c':
      return offer(state, 'cancel', { ...context, first: cursorOf(state, context.order) })
    case 's':
      return offer(state, 'steer', { ...context, first: cursorOf(state, context.order) })
    case 'p':
      return confirm('Pause the run? Running phases finish, no others start.', { type: 'drain' })
    case 'b':
      return context.leaves ? { state, action: { type: 'leave-view' } } : { state }
    case 'q':
      return context.role === 'answer' || !context.stops
        ? { state, action: { type: 'leave-view' } }
        : { state: { ...state, prompt: { type: 'quit', leaves: context.leaves } } }
    case '?':
      return { state: { ...state, page: helpPage(context.role) } }
    case 'enter': {
      const phaseId = cursorOf(state, context.order)
      const opened = phaseId === undefined ? {} : { opened: { phaseId, tab: 'session' } as const }
      return { state: context.role === 'answer' ? state : { ...state, ...opened } }
    }
    default: {
      const cursor = movedCursor(state, name, context)
      return { state: cursor === undefined ? state : { ...state, cursor } }
    }
  }
}
