import type { RunEvent } from '@amelia/core'
import { words } from '@amelia/core/view'

/** A text that this page has sent. */
export interface SentText {
  /** The id of its command, and of its events. */
  id: string
  text: string
  /** Whether a process owned the run when it was sent. */
  locked: boolean
}

/** A text for the agent of a phase, with its way to the agent. */
export interface SteeredText {
  id: string
  text: string
  state: 'sent' | 'delivered' | 'deferred' | 'dropped'
  /** The state in a sentence. */
  words: string
}

type Steered = Extract<RunEvent, { type: 'phase_steered' }>

/**
 * Lists the texts for the agent of a phase, oldest first, with the last state that the events contain. A text
 * that no event contains is sent, and nothing more is known.
 */
export const listSteered = (
  events: readonly RunEvent[],
  phaseId: string,
  sent: readonly SentText[],
): SteeredText[] => {
  const texts = new Map<string, SteeredText>()
  for (const event of events)
    if (event.type === 'phase_steered' && event.phaseId === phaseId) {
      const { steerId: id, text, outcome: state } = event
      texts.set(id, { id, text, state, words: describe(event) })
    }
  for (const { id, text, locked } of sent)
    if (!texts.has(id))
      texts.set(id, {
        ...{ id, text, state: 'sent' },
        words: locked
          ? 'Sent. The engine has not read it yet.'
          : 'Saved. It is given to the agent at resume.',
      })
  return [...texts.values()]
}

const describe = ({ outcome, to, reason }: Steered): string => {
  if (outcome === 'delivered')
    return to === 'turn' ? 'Delivered: the session has it.' : 'Delivered in the prompt of a session.'
  const why = reason === undefined ? '' : `: ${words.plainLabel(reason)}`
  return outcome === 'deferred'
    ? `Waits for the next session${why || '.'}`
    : `Dropped${why || '. No session gets it.'}`
}
