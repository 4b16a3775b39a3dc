import type { GateChoice } from '@amelia/core'

/**
 * The key of each answer. It is the same at every question, and no answer has a key of the view itself (`d`,
 * `l`, `e`, `q`). Two answers with one key are never offered together.
 */
export const choiceKeys: Record<GateChoice, string> = {
  approve: 'a',
  reject: 'r',
  'send-back': 'b',
  continue: 'c',
  answer: 'w',
  retry: 'r',
  fix: 'f',
  'done-by-hand': 'h',
  skip: 's',
  abort: 'x',
  'abort-revert': 'v',
}

/** The key that chooses some of a question's phases for the next answer. */
export const phasesKey = 'p'

/** Returns the answer of a key among those that a question offers. */
export const choiceOfKey = (key: string, choices: readonly GateChoice[]): GateChoice | undefined =>
  choices.find((choice) => choiceKeys[choice] === key.toLowerCase())
