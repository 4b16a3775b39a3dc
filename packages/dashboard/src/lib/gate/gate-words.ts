import type { GateAnswer, GateChoice, GateView } from '@amelia/core'
import { words } from '@amelia/core/view'

const choices: Record<GateChoice, string> = {
  approve: 'Approve',
  reject: 'Reject the plan',
  'send-back': 'Send back',
  continue: 'Continue',
  answer: 'Answer',
  retry: 'Retry',
  fix: 'Let the agent fix it',
  'done-by-hand': 'I did it by hand',
  skip: 'Skip',
  abort: 'End the run',
  'abort-revert': 'End and revert…',
}

/** Returns the label of a choice at a gate. */
export const choiceWord = (
  { kind, blocker }: Pick<GateView, 'kind' | 'blocker'>,
  choice: GateChoice,
): string => {
  if (choice !== 'approve') return choices[choice]
  if (kind === 'plan') return 'Approve the plan'
  if (blocker === 'budget_exceeded') return 'Allow more…'
  if (blocker === 'needs_judgment') return 'Run it'
  return kind === 'blocker' ? 'Approve as it is' : 'Approve'
}

/** Returns a choice with the number of phases that it is for, if not for all: `Approve 2 of 3`. */
export const countedWord = (
  gate: Pick<GateView, 'kind' | 'blocker'>,
  choice: GateChoice,
  { picked, asked }: PickedPhases,
): string => {
  const word = choiceWord(gate, choice)
  return picked === asked || !words.takesPhases(choice) ? word : `${word} ${picked} of ${asked}`
}

/** The number of phases that the next answer is for, and of those that are asked about. */
export interface PickedPhases {
  picked: number
  asked: number
}

/** Whether an answer would be for none of the phases of its question. That of a plan is not about phases. */
export const isForNone = ({ picked, asked }: PickedPhases, choice: GateChoice): boolean =>
  asked > 0 && picked === 0 && words.takesPhases(choice)

/** Returns an answer that was given as words within a sentence: `skip`, `approve the plan`. */
const answerWord = (gate: Pick<GateView, 'kind' | 'blocker'>, choice: GateChoice): string => {
  const word = choiceWord(gate, choice).replace('…', '')
  return choice === 'done-by-hand' ? 'done by hand' : word.charAt(0).toLowerCase() + word.slice(1)
}

/** Describes the saved answers to a question: `approve`, or `approve for 1, 2; send back for 3`. */
export const describeSaved = (
  gate: Pick<GateView, 'kind' | 'blocker'>,
  saved: readonly Pick<GateAnswer, 'choice' | 'phaseIds'>[],
): string =>
  saved
    .map(({ choice, phaseIds }) => {
      const word = answerWord(gate, choice)
      return phaseIds === undefined ? word : `${word} for ${phaseIds.map(words.plainLabel).join(', ')}`
    })
    .join('; ')

const sentWords: Record<GateChoice, string> = {
  approve: 'Approved, resuming.',
  reject: 'Rejected, ending the run.',
  'send-back': 'Sent back to the agent.',
  continue: 'Continuing.',
  retry: 'Retrying.',
  fix: 'Sent to the agent.',
  answer: 'Sent to the agent.',
  'done-by-hand': 'Counted as done, resuming.',
  skip: 'Skipped, resuming.',
  abort: 'Ending the run.',
  'abort-revert': 'Ending and reverting the run.',
}

/** Returns the message for a choice that was just made, for all phases of a question or for some of them. */
export const sentWord = (choice: GateChoice, phaseIds?: readonly string[]): string => {
  if (phaseIds === undefined) return sentWords[choice]
  const phases = words.plural(phaseIds.length, 'phase')
  return `${choice === 'approve' ? 'Approved' : 'Sent back'}: ${phases}. The others stay asked.`
}

/** Returns the kind of a gate as words: `Plan approval`, `Checkpoint`, `Blocker: command failed`. */
export const gateWords = ({ kind, blocker }: Pick<GateView, 'kind' | 'blocker'>): string => {
  if (kind === 'plan') return 'Plan approval'
  if (kind === 'checkpoint') return 'Checkpoint'
  return blocker === undefined ? 'Blocker' : `Blocker: ${blocker.replaceAll('_', ' ')}`
}
