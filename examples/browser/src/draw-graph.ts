import { type MarkedStatus, phaseMark, type Plan } from '@amelia/core'
import { drawEdges } from './draw-edges.ts'
import { layersOf } from './layers-of.ts'
import { makeElement } from './make-element.ts'

/** The cards of a plan's phases, by depth. */
export interface PhaseGraph {
  /** Where a phase is, in a word for the mark and in words. */
  mark(id: string, status: MarkedStatus, words: string): void
  /** What is done in a phase now; nothing where the text is empty. */
  say(id: string, text: string): void
  /** Shows which phase is looked at. */
  choose(id: string): void
  remove(): void
}

interface Card {
  readonly button: HTMLButtonElement
  readonly mark: HTMLElement
  readonly state: HTMLElement
  readonly said: HTMLElement
}

/** Draws the graph of a plan into an element. `onChoose` is told of the phase that somebody wants to look at. */
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
