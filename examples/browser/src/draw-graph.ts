import { type MarkedStatus, phaseMark, type Plan } from '@amelia/core'
import { drawEdges } from './draw-edges.ts'
import { layersOf } from './layers-of.ts'
import { makeElement } from './make-element.ts'

/** The cards of a plan's phases, by depth. */
export interface PhaseGraph {
  /** The status of a phase: a word for the mark, and a description. */
  mark(id: string, status: MarkedStatus, words: string): void
  /** The current activity of a phase; hidden if empty. */
  say(id: string, text: string): void
  /** Highlights the selected phase. */
  choose(id: string): void
  remove(): void
}

interface Card {
  readonly button: HTMLButtonElement
  readonly mark: HTMLElement
  readonly state: HTMLElement
  readonly said: HTMLElement
}

/** Draws the graph of a plan into an element. `onChoose` receives the phase that the user selects. */
export const drawGraph = (place: HTMLElement, plan: Plan, onChoose: (id: string) => void): PhaseGraph => {
  const cards = new Map<string, Card>()
  const columns = layersOf(plan).map((layer) => {
    const column = makeElement('li')
    const list = makeElement('ul')
    for (const { id, title, dependsOn } of layer) {
      const card = makeCard(id, title, dependsOn)
      card.button.onclick = () => onChoose(id)
      cards.set(id, card)
      const item = makeElement('li')
      item.append(card.button)
      list.append(item)
    }
    column.append(list)
    return column
  })
  const layers = makeElement('ol', '', 'layers')
  layers.append(...columns)
  const box = makeElement('div', '', 'frame')
  box.append(layers)
  place.replaceChildren(box)
  const edges = drawEdges({ box, layers }, plan, (id) => cards.get(id)?.button)

  return {
    mark(id, status, words) {
      const card = cards.get(id)
      if (card === undefined) return
      const { mark, tone } = phaseMark(status)
      card.button.dataset['status'] = status
      card.button.dataset['tone'] = tone
      card.mark.textContent = mark
      card.state.textContent = words
      if (status === 'completed') edges.finish(id)
    },
    say(id, text) {
      const said = cards.get(id)?.said
      if (said !== undefined) said.textContent = text
    },
    choose(id) {
      for (const [each, { button }] of cards) button.ariaPressed = String(each === id)
    },
    remove: () => edges.stop(),
  }
}

const makeCard = (id: string, title: string, dependsOn: readonly string[]): Card => {
  const button = makeElement('button', '', 'phase')
  button.type = 'button'
  button.dataset['phase'] = id
  button.dataset['tone'] = 'dim'
  const mark = makeElement('span', phaseMark('pending').mark, 'mark')
  mark.ariaHidden = 'true'
  const state = makeElement('span', 'to be done', 'state')
  const said = makeElement('span', '', 'said')
  const after =
    dependsOn.length === 0 ? '' : `after ${dependsOn.map((each) => each.toUpperCase()).join(', ')}`
  button.append(
    mark,
    makeElement('span', id.toUpperCase(), 'id'),
    makeElement('b', title),
    state,
    makeElement('span', after, 'after'),
    said,
  )
  return { button, mark, state, said }
}
