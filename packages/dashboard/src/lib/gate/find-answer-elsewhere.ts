import type { GateChoice, GateView, RunEvent } from '@amelia/core'

/** The parts of a gate that name its answer. */
type AskedGate = Pick<GateView, 'kind' | 'blocker' | 'choices'>

/** The questions that this page has shown, and the answers that it has sent. */
export interface SeenQuestions {
  /** The gates that were open while the page was, by id. */
  shown: ReadonlyMap<string, AskedGate>
  /** The choices that this page sent, by gate. */
  sent: ReadonlyMap<string, GateChoice>
}

/**
 * Returns the last answer among new events that this page did not send, to a question that it has shown.
 * An answer equal to the one sent counts as sent from here. Undefined if there is none.
 */
export const findAnswerElsewhere = (
  events: readonly RunEvent[],
  { shown, sent }: SeenQuestions,
): { gate: AskedGate; choice: GateChoice } | undefined => {
  for (const event of events.toReversed()) {
    if (event.type !== 'gate_resolved' || sent.get(event.gateId) === event.choice) continue
    const gate = shown.get(event.gateId)
    const choice = gate?.choices.find((each) => each === event.choice)
    if (gate && choice) return { gate, choice }
  }
  return undefined
}
