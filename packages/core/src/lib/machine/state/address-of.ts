/** Names the dispatch that an effect belongs to. Its answer carries the same numbers. */
export interface Address {
  /** The id of the phase. */
  phaseId: string
  /** The attempt of the phase, from 1. */
  attempt: number
  /** Counts the phase's stays among the active phases, from 1. */
  dispatch: number
}

/** The address of the phase's present dispatch. */
export const addressOf = ({
  id,
  attempt,
  dispatches,
}: {
  id: string
  attempt: { number: number }
  dispatches: number
}): Address => ({
  phaseId: id,
  attempt: attempt.number,
  dispatch: dispatches,
})
