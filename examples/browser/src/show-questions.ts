import type { GateChoice, GateView } from '@amelia/core'
import { makeElement } from './make-element.ts'

const labels: Record<GateChoice, string> = {
  approve: 'Approve',
  reject: 'Refuse',
  retry: 'Try again',
  fix: 'Have the agent fix it',
  feedback: 'Have the agent redo it',
  continue: 'Continue',
  accept: 'I did it by hand',
  skip: 'Skip the phase',
  abort: 'End the run',
  'abort-revert': 'End the run and revert it',
}

/** Answers with a text. */
const takesText = new Set<GateChoice>(['fix', 'feedback', 'reject', 'skip'])
const needsText = new Set<GateChoice>(['fix', 'feedback'])
const endsRun = new Set<GateChoice>(['reject', 'abort', 'abort-revert'])

export type Answer = (gate: GateView, choice: GateChoice, feedback: string) => Promise<void>

/**
 * Displays the open questions of a run with their answers. An existing card stays, with the text typed into
 * it.
 */
export const showQuestions = (place: HTMLElement, gates: readonly GateView[], answer: Answer): void => {
  const open = new Set(gates.map(({ id }) => id))
  const there = new Map([...place.children].map((card) => [card.getAttribute('data-gate') ?? '', card]))
  for (const [id, card] of there) if (!open.has(id)) card.remove()
  for (const gate of gates) if (!there.has(gate.id)) place.append(makeCard(gate, answer))
}

const makeCard = (gate: GateView, answer: Answer): HTMLElement => {
  const card = makeElement('section', '', 'question')
  card.dataset['gate'] = gate.id
  card.ariaLabel = 'A question'
  const phases = gate.phaseIds.map((id) => id.toUpperCase()).join(', ')
  card.append(
    makeElement('p', phases === '' ? 'The run asks you' : `Phase ${phases} asks you`, 'who'),
    makeElement('h3', gate.question),
    listOf(gate.details, 'details'),
    listOf(gate.suggestions, 'suggestions'),
  )
  const text = makeElement('textarea')
  if (gate.choices.some((choice) => takesText.has(choice))) {
    const label = makeElement('label', 'Your text')
    label.append(text)
    card.append(label)
  }
  const problem = makeElement('p', '', 'problem')
  problem.role = 'alert'
  const buttons = gate.choices.map((choice) => {
    const button = makeElement('button', labels[choice], endsRun.has(choice) ? 'quiet ends' : 'quiet')
    button.type = 'button'
    button.dataset['choice'] = choice
    button.onclick = () => void give(choice)
    return button
  })
  if (buttons[0] !== undefined) buttons[0].className = ''

  const give = async (choice: GateChoice): Promise<void> => {
    const feedback = text.value.trim()
    problem.textContent = ''
    if (needsText.has(choice) && feedback === '') {
      problem.textContent = 'Enter a text first.'
      text.focus()
      return
    }
    for (const button of buttons) button.disabled = true
    try {
      await answer(gate, choice, takesText.has(choice) ? feedback : '')
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error)
      for (const button of buttons) button.disabled = false
    }
  }

  const actions = makeElement('div', '', 'actions')
  actions.append(...buttons)
  card.append(actions, problem)
  return card
}

const listOf = (lines: readonly string[], className: string): HTMLElement => {
  const list = makeElement('ul', '', className)
  list.append(...lines.map((line) => makeElement('li', line)))
  list.hidden = lines.length === 0
  return list
}
