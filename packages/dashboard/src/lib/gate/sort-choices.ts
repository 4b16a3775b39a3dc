import type { GateChoice, GateView } from '@amelia/core'
import { words } from '@amelia/core/view'

/** Whether a choice ends the run. */
export const isEnding = (choice: GateChoice): boolean =>
  choice === 'abort' || choice === 'abort-revert' || choice === 'reject'

/** The answers of a question: those with a button, and the others in a menu. */
export interface SortedChoices {
  direct: GateChoice[]
  more: GateChoice[]
}

/**
 * Sorts the answers of a question: the first one and the one that sends words to the agent have a button, or
 * else the next one that ends nothing. A menu with one answer is not worth it.
 */
export const sortChoices = ({ choices }: Pick<GateView, 'choices'>): SortedChoices => {
  if (choices.length <= 2) return { direct: [...choices], more: [] }
  const [first, ...others] = choices
  const second = others.find(words.needsText) ?? others.find((choice) => !isEnding(choice))
  const direct = [first, second].filter((choice) => choice !== undefined)
  return { direct, more: choices.filter((choice) => !direct.includes(choice)) }
}
