import type { Spend } from '../../event/budget.ts'
import type { SessionUsageEvent } from '../../event/progress-event.ts'
import type { Charge } from '../../machine/state/run-budget.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { addSession } from '../../policy/spending/add-session.ts'

/** The facts of a `session_usage` event. */
export type LiveUsage = Omit<SessionUsageEvent, 'type' | 'afterSeq' | 'at' | 'runId'>

/** Adds the sums of the run and of the phase to the usage of a session. `running`: every running session. */
export const sumUsage = (state: RunState, session: Charge, running: readonly Charge[]): LiveUsage => {
  const { phaseId } = session
  const phase = phaseId === undefined ? undefined : state.phases[state.graph.index.get(phaseId) ?? -1]
  const add = (sum: Spend, charges: readonly Charge[]): Spend => {
    const copy = { ...sum }
    for (const now of charges) addSession(copy, now, state.budget.charges.get(now.session))
    return copy
  }
  const ofPhase = running.filter((one) => one.phaseId === phaseId)
  return {
    ...session,
    spent: add(state.budget.spent, running),
    ...(phase && { phaseSpent: add(phase.spent, ofPhase) }),
  }
}
