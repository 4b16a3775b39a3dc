import { readBudgetAmount } from '../../../question/read-budget-amount.ts'
import type { Key } from '../../../terminal/screen/decode-keys.ts'
import { editLine } from '../../../terminal/screen/edit-line.ts'
import { scrollPage } from '../../../terminal/screen/scroll-page.ts'
import { helpPage } from './help-page.ts'
import {
  type Action,
  type Cancellable,
  type LiveState,
  nextFocus,
  partOf,
  type Prompt,
} from './live-state.ts'
import { onGateKey } from './on-gate-key.ts'
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
    return key.name === 'enter' && isGuarded ? { state } : onLineKey(state, prompt, key)
  if (prompt) return isGuarded ? { state } : onPromptKey(state, prompt, key, context)
  if (state.focus !== undefined) return isGuarded ? { state } : onGateKey(state, key, context)
  return isOnScreen ? onRunKey(state, key, context) : { state }
}

const onPageKey = (state: LiveState, { name, ctrl }: Key, { pageRows }: KeyContext): Step => {
  if (name === 'q' || name === 'escape' || (ctrl && name === 'd')) return { state: without(state, 'page') }
  return { state: { ...state, page: scrollPage(state.page!, name, pageRows) } }
}

const onLineKey = (state: LiveState, prompt: Extract<Prompt, { type: 'line' }>, key: Key): Step => {
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
  const { gateId, choice } = purpose
  if (purpose.amount) {
    const amount = text === '' ? undefined : readBudgetAmount(text)
    if (text !== '' && amount === undefined)
      return refuse('Expected numbers above 0 with their unit: tokens, usd, minutes or sessions.')
    return answered(state, { type: 'answer', answer: { gateId, choice, ...(amount && { amount }) } })
  }
  if (text === '' && !purpose.optional) return refuse('Type a text, or press Esc.')
  return answered(state, {
    type: 'answer',
    answer: { gateId, choice, ...(text !== '' && { feedback: text }) },
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
  const { to, what } = prompt
  if (key === (to === 'cancel' ? 'c' : 's')) return offer(state, to, context, what)
  if (to === 'cancel' && key === 'y') return { state: closed, action: { type: 'cancel', what } }
  if (to === 'steer' && key === 'enter') return { state: steering(closed, what.phaseId) }
  return { state: closed }
}

/** Offers the first running phase, or the one after another. */
const offer = (
  state: LiveState,
  to: 'cancel' | 'steer',
  { running }: KeyContext,
  last?: Cancellable,
): Step => {
  const at = running.findIndex(({ phaseId }) => phaseId === last?.phaseId)
  const what = running[(at + 1) % Math.max(running.length, 1)]
  if (!what)
    return {
      state: {
        ...without(state, 'prompt'),
        message: `Nothing is running that could be ${to === 'cancel' ? 'cancelled' : 'steered'}.`,
      },
    }
  if (to === 'steer' && running.length === 1) return { state: steering(state, what.phaseId) }
  return { state: { ...state, prompt: { type: 'choose', to, what, more: running.length > 1 } } }
}

const steering = (state: LiveState, phaseId: string): LiveState => ({
  ...state,
  prompt: {
    type: 'line',
    label: `Text for the agent of phase ${phaseId}:`,
    line: { before: '', after: '' },
    purpose: { type: 'steer', phaseId },
  },
})

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
      return offer(state, 'cancel', context)
    case 's':
      return offer(state, 'steer', context)
    case 'p':
      return confirm('Pause the run? Running phases finish, no others start.', { type: 'drain' })
    case 'q':
      return context.role === 'run'
        ? confirm('Stop the run now and quit? amelia resume continues it.', { type: 'quit' })
        : { state, action: { type: 'quit' } }
    case '?':
      return { state: { ...state, page: helpPage(context.role) } }
    case 'down':
    case 'j':
      return {
        state: { ...state, top: Math.min(state.top + 1, Math.max(0, context.plan.phases.length - 1)) },
      }
    case 'up':
    case 'k':
      return { state: { ...state, top: Math.max(0, state.top - 1) } }
    default:
      return { state }
  }
}
