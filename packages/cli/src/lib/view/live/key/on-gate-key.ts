import type { GateChoice, GateView } from '@amelia/core'
import { choiceOfKey } from '../../../question/choice-keys.ts'
import { needsConfirmation } from '@amelia/core/machine'
import type { Key } from '../../../terminal/screen/decode-keys.ts'
import { emptyLine } from '../../../terminal/screen/edit-line.ts'
import { helpPage } from './help-page.ts'
import { type LiveState, nextFocus, type Prompt } from './live-state.ts'
import { answered, type KeyContext, type Step, without } from './step.ts'

const shows = { d: 'diff', l: 'output', e: 'workspace' } as const

/** Applies a key to the question with the focus. */
export const onGateKey = (before: LiveState, { name, ctrl }: Key, context: KeyContext): Step => {
  const state = without(before, 'message')
  const found = state.gates.find(({ gate }) => gate.id === state.focus)
  if (!found) return { state: without(state, 'focus') }
  const { gate } = found
  if (ctrl) return name === 'd' ? answered(state, { type: 'leave', gateId: gate.id }) : { state }
  if (name === 'tab') return { state: { ...state, focus: nextFocus(state) ?? gate.id } }
  if (name === 'escape') return { state: without(state, 'focus') }
  if (name === '?') return { state: { ...state, page: helpPage(context.role) } }
  const what = shows[name as keyof typeof shows]
  if (what !== undefined) return { state, action: { type: 'show', what, gateId: gate.id } }
  const choice = choiceOfKey(name, gate.choices)
  return choice === undefined ? { state } : choose(state, gate, choice, context)
}

/** Begins an answer: asks for the text that it needs, or for a second key. */
const choose = (
  state: LiveState,
  gate: GateView,
  choice: GateChoice,
  { plan, hiddenLines }: KeyContext,
): Step => {
  const gateId = gate.id
  const ask = (prompt: Prompt): Step => ({ state: { ...state, prompt } })
  const line = (label: string, more: { optional: boolean; amount?: true }): Step =>
    ask({ type: 'line', label, line: emptyLine, purpose: { type: 'answer', gateId, choice, ...more } })
  if (choice === 'feedback') return line('Describe the change:', { optional: false })
  if (choice === 'fix') return line('Describe the fix:', { optional: false })
  if (choice === 'reject') return line('Reason, or Enter to reject without one:', { optional: true })
  if (choice === 'abort-revert') return ask({ type: 'scope', gateId })
  if (choice === 'approve' && gate.blocker === 'budget_exceeded')
    return line('How much more, such as "5 usd"? Empty: the same.', {
      optional: true,
      amount: true,
    })
  const action = { type: 'answer', answer: { gateId, choice } } as const
  if (needsConfirmation(gate, choice, plan))
    return ask({ type: 'confirm', text: `${questions[choice] ?? `Answer "${choice}"`}?`, action })
  if (choice === 'approve' && gate.kind === 'plan' && hiddenLines > 0)
    return ask({
      type: 'confirm',
      text: `${hiddenLines} lines are not shown (l: all). Approve the plan?`,
      action,
    })
  return answered(state, action)
}

const questions: Partial<Record<GateChoice, string>> = {
  abort: 'End the run',
  approve: 'This is work of high risk. Approve it',
}
