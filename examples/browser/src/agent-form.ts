import type { Agent } from './agent.ts'
import { findElement } from './find-element.ts'
import type { KeptWork } from './kept-work.ts'

/** Where the key is until the tab is closed, if somebody wants that. It is nowhere else, and never in `localStorage`. */
const place = 'amelia-key'

const input = (id: string): HTMLInputElement => findElement(id, HTMLInputElement)

/** The fields for an agent. They have no names: nothing sends them but the agent itself. */
export const createAgentForm = () => {
  const form = findElement('agent', HTMLFieldSetElement)
  const fields = findElement('agent-fields', HTMLElement)
  const [without, withAgent] = [input('without-agent'), input('with-agent')]
  const [address, model, key, keep] = [input('address'), input('model'), input('key'), input('keep-key')]
  const show = (): void => {
    fields.hidden = !withAgent.checked
  }
  const keepOrNot = (): void => {
    if (keep.checked) sessionStorage.setItem(place, key.value)
    else sessionStorage.removeItem(place)
  }
  without.onchange = show
  withAgent.onchange = show
  keep.onchange = keepOrNot
  key.onchange = keepOrNot
  key.value = sessionStorage.getItem(place) ?? ''
  keep.checked = key.value !== ''

  const choose = (isWith: boolean): void => {
    withAgent.checked = isWith
    without.checked = !isWith
    show()
  }
  choose(false)

  return {
    choose,
    /** What can be changed: before a run all of it, while it stands the fields, so that a wrong key can be mended. */
    allow(what: 'all' | 'fields' | 'nothing'): void {
      form.disabled = what === 'nothing'
      without.disabled = what !== 'all'
      withAgent.disabled = what !== 'all'
    },
    /** The agent of a run that was begun before, but for its key. */
    fill(kept: KeptWork['agent']): void {
      choose(kept !== null)
      if (kept === null) return
      address.value = kept.address
      model.value = kept.model
    },
    /** Whether the key of a run that was begun before is not here any more. */
    lacksKey: (kept: KeptWork['agent']): boolean => kept?.hasKey === true && key.value === '',
    askForKey: (): void => key.focus(),
    /** The agent; null where none is wanted. Throws where a field is missing. */
    read(): Agent | null {
      if (!withAgent.checked) return null
      keepOrNot()
      const agent = { address: readAddress(address.value), model: model.value.trim(), key: key.value.trim() }
      if (agent.model === '') {
        model.focus()
        throw new Error('Name the model of the agent.')
      }
      return agent
    },
  }
}

/** An address that the page may send a key to: encrypted, or on this machine. */
const readAddress = (text: string): string => {
  const given = text.trim().replace(/\/+$/, '')
  const url = URL.canParse(given) ? new URL(given) : undefined
  const isHere = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1'
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere)) return given
  throw new Error(
    'The address of the agent has to begin with https://, or with http://localhost or http://127.0.0.1.',
  )
}
