import type { Agent } from './agent.ts'
import { findElement } from './find-element.ts'
import type { KeptWork } from './kept-work.ts'

/** Stores the key until the tab is closed, if the user chooses so. It is never in `localStorage`. */
const place = 'amelia-key'

const input = (id: string): HTMLInputElement => findElement(id, HTMLInputElement)

/** The fields for an agent. They have no names, so no form submits them. */
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
    /**
     * Sets the fields that can be changed: all before a run, and only the key's while it is stopped, so that
     * a wrong key can be fixed.
     */
    allow(what: 'all' | 'fields' | 'nothing'): void {
      form.disabled = what === 'nothing'
      without.disabled = what !== 'all'
      withAgent.disabled = what !== 'all'
    },
    /** The agent of an earlier run, without its key. */
    fill(kept: KeptWork['agent']): void {
      choose(kept !== null)
      if (kept === null) return
      address.value = kept.address
      model.value = kept.model
    },
    /** Whether the key of an earlier run is missing. */
    lacksKey: (kept: KeptWork['agent']): boolean => kept?.hasKey === true && key.value === '',
    askForKey: (): void => key.focus(),
    /** Returns the agent; null if none is selected. Throws if a field is missing. */
    read(): Agent | null {
      if (!withAgent.checked) return null
      keepOrNot()
      const agent = { address: readAddress(address.value), model: model.value.trim(), key: key.value.trim() }
      if (agent.model === '') {
        model.focus()
        throw new Error('Enter the model of the agent.')
      }
      return agent
    },
  }
}

/** Returns whether the page may send a key to an address: it is encrypted, or on this machine. */
const readAddress = (text: string): string => {
  const given = text.trim().replace(/\/+$/, '')
  const url = URL.canParse(given) ? new URL(given) : undefined
  const isHere = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1'
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isHere)) return given
  throw new Error('The address of the agent must start with https://, http://localhost or http://127.0.0.1.')
}
