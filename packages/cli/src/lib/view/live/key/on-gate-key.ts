import type { GateChoice, GateView } from '@amelia/core'
import { needsConfirmation, words } from '@amelia/core/view'
import { choiceOfKey, phasesKey } from '../../../question/choice-keys.ts'
import type { Key } from '../../../terminal/screen/decode-keys.ts'
import { scrollPage } from '../../../terminal/screen/scroll-page.ts'
import { emptyLine } from '../../../terminal/screen/edit-line.ts'
import { helpPage } from './help-page.ts'
import { chosenOf, type LiveState, nextFocus, type Prompt } from './live-state.ts'
import { answered, type KeyContext, type Step, without } from './step.ts'

const shows = { d: 'diff', l: 'output', e: 'workspace' } as const

/** Applies a key to the question with the focus. */
export const onGateKey = (before: LiveState, { name, ctrl }: Key, context: KeyContext): Step => {
  const state = without(before, 'message')
  const found = state.gates.find(({ gate }) => gate.id === state.focus)
  if (!found) return { state: without(state, 'focus') }
  const gate = chosenOf(state, found.gate)
  if (ctrl) return name === 'd' ? answered(state, { type: 'leave', gateId: gate.id }) : { state }
  if (name === 'tab') return { state: { ...state, focus: nextFocus(state) ?? gate.id } }
  if (name === 'escape') return { state: without(state, state.chosen ? 'chosen' : 'focus') }
  if (name === phasesKey && words.asksByPhase(found.gate)) return choosePhases(state, found.gate)
  if (name === '?') return { state: { ...state, page: helpPage(context.role) } }
  const read = scrolled(state, gate.id, name, context)
  if (read) return { state: { ...state, read } }
  const what = shows[name as keyof typeof shows]
  if (what !== undefined) return { state, action: { type: 'show', what, gateId: gate.id } }
  const choice = choiceOfKey(name, gate.choices)
  return choice === undefined ? { state } : choose(state, gate, choice, context)
}

const scrollKeys = ['up', 'down', 'j', 'k', 'pageup', 'pagedown', ' ', 'home', 'end']

/** Scrolls the lines of a question; undefined if the key does something else. */
const scrolled = (
  { read }: LiveState,
  gateId: string,
  key: string,
  { scroll: { length, rows } = { length: 0, rows: 0 } }: KeyContext,
): LiveState['read'] => {
  if (!scrollKeys.includes(key)) return undefined
  const before = read?.gateId === gateId ? read : { top: 0, seen: rows }
  const { top } = scrollPage({ lines: { length }, top: before.top }, key, rows)
  // A jump does not show the lines that it passes.
  const seen = top <= before.seen ? Math.max(before.seen, top + rows) : before.seen
  return { gateId, top, seen }
}

/** Asks for which of its phases a question is answered next. */
const choosePhases = (state: LiveState, { id: gateId, phaseIds }: GateView): Step => ({
  state: {
    ...without(state, 'chosen'),
    prompt: {
      type: 'line',
      label: `Answer for which of ${phaseIds.map(words.plainLabel).join(', ')}?`,
      line: emptyLine,
      purpose: { type: 'phases', gateId },
    },
  },
})

/** Begins an answer: asks for the text that it needs, or for a second key. */
const choose = (
  state: LiveState,
  gate: GateView,
  choice: GateChoice,
  { plan, hiddenLines }: KeyContext,
): Step => {
  const gateId = gate.id
  const some = state.chosen?.gateId === gateId ? { phaseIds: state.chosen.phaseIds } : {}
  const ask = (prompt: Prompt): Step => ({ state: { ...state, prompt } })
  const line = (label: string, more: { optional: boolean; amount?: true }): Step =>
    ask({
      type: 'line',
      label,
      line: emptyLine,
      purpose: { type: 'answer', gateId, choice, ...some, ...more },
    })
  if (choice === 'send-back') return line('Describe the change:', { optional: false })
  if (choice === 'answer') return line('Your answer:', { optional: false })
  if (choice === 'fix') return line('Describe the fix:', { optional: false })
  if (choice === 'reject') return line('Reason, or Enter to reject without one:', { optional: true })
  if (choice === 'abort-revert') return ask({ type: 'scope', gateId })
  if (choice === 'approve' && gate.blocker === 'budget_exceeded')
    return line('How much more, such as "5 usd"? Empty: the same.', {
      optional: true,
      amount: true,
    })
  const action = { type: 'answer', answer: { gateId, choice, ...some } } as const
  const unread = choice === 'approve' && hiddenLines > 0 ? `${hiddenLines} lines are not shown. ` : ''
  if (needsConfirmation(gate, choice, plan))
    return ask({ type: 'confirm', text: `${unread}${questions[choice] ?? `Answer "${choice}"`}?`, action })
  if (unread !== '') return ask({ type: 'confirm', text: `${unread}Approve?`, action })
  return answered(state, action)
}

const questions: Partial<Record<GateChoice, string>> = {
  abort: 'End the run',
  approve: 'This is work of high risk. Approve it',
}
