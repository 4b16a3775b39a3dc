import type { UnitOutcome } from '../event/unit-outcome.ts'

/** Joins the outcomes of a unit's parts, in plan order. The first one that is not completed is the unit's. */
export const joinOutcomes = (outcomes: readonly UnitOutcome[]): UnitOutcome => {
  const sessions: Record<string, string> = {}
  const said: Record<string, string> = {}
  const claimed: Record<string, string[]> = {}
  const concerns: Record<string, string[]> = {}
  let alreadyDone = false
  for (const outcome of outcomes) {
    if (outcome.outcome !== 'completed') return outcome
    Object.assign(sessions, outcome.sessions)
    Object.assign(said, outcome.said)
    Object.assign(claimed, outcome.claimed)
    Object.assign(concerns, outcome.concerns)
    alreadyDone ||= outcome.alreadyDone === true
  }
  return {
    outcome: 'completed',
    sessions,
    ...(Object.keys(said).length > 0 && { said }),
    ...(Object.keys(claimed).length > 0 && { claimed }),
    ...(Object.keys(concerns).length > 0 && { concerns }),
    ...(alreadyDone && { alreadyDone }),
  }
}
