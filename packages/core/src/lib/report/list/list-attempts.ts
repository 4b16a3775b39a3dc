import type { ChargedSession } from '../../event/charged-session.ts'
import type { AttemptReport } from '../../event/report.ts'
import type { FrozenRun } from '../../machine/state/frozen-run.ts'
import { sumSessions } from '../../policy/spending/add-session.ts'

/** The sessions of the wanted phases of a run, by phase. Those of the run itself are at undefined. */
export const groupSessions = (
  { budget }: FrozenRun,
  isWanted: (phaseId: string | undefined) => boolean,
): ReadonlyMap<string | undefined, ChargedSession[]> => {
  const groups = new Map<string | undefined, ChargedSession[]>()
  for (const charge of budget.charges.values()) {
    if (!isWanted(charge.phaseId)) continue
    const { phaseId, before: _, ...session } = charge
    const group = groups.get(phaseId)
    if (group) group.push(session)
    else groups.set(phaseId, [session])
  }
  return groups
}

/** Lists the attempts of a phase that had sessions, each with its cost. */
export const listAttempts = (sessions: readonly ChargedSession[]): AttemptReport[] => {
  const attempts = new Map<number, ChargedSession[]>()
  for (const session of sessions) {
    const { attempt = 0 } = session
    attempts.set(attempt, [...(attempts.get(attempt) ?? []), session])
  }
  return [...attempts].map(([attempt, own]) => ({ attempt, spent: sumSessions(own), sessions: own }))
}
