import type { GateAnswer, GateView } from '@amelia/core'
import { words } from '@amelia/core/view'

/** Counts the questions that no saved answer, or several ones together, answers as a whole. */
export const countOpen = (gates: readonly GateView[], saved: readonly GateAnswer[]): number =>
  gates.filter((gate) => !words.isAnsweredBy(gate, saved)).length
