import { addSession } from '../../policy/spending/add-session.ts'
import { mergeUsage } from '../../policy/spending/merge-usage.ts'
import type { InputOf } from '../state/input/input.ts'
import type { ReadUsage } from '../state/input/read-usage.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { Charge } from '../state/run-budget.ts'
import { emit, type Turn } from '../state/turn.ts'

/**
 * Records the usage of a session, and adds the difference to the sums.
 *
 * A charge starts as a copy of one object and then gets single properties, because every session is charged
 * twice, and joining an object from several parts costs several times as much.
 */
export const chargeSession = (
  { state }: Turn,
  phase: PhaseState | undefined,
  { phaseId, session, facts, usage, durationMs, transcript, before }: InputOf<'session_used'>,
): void => {
  const { charges, counts, spent } = state.budget
  const known = charges.get(session)
  const now: Open<Charge> = known
    ? Object.assign({ ...known }, facts)
    : { ...facts, session, number: 0, usd: null, durationMs: 0 }
  if (!known) {
    now.number = numberSession(counts, { phaseId, attempt: facts.attempt })
    if (phaseId !== undefined) now.phaseId = phaseId
    if (before) now.before = before
  }
  if (now.estimated) delete now.estimated
  Object.assign(now, mergeUsage(known ?? {}, usage))
  now.durationMs = Math.max(durationMs, now.durationMs)
  if (transcript) now.transcript = transcript
  for (const sum of phase ? [spent, phase.spent] : [spent]) addSession(sum, now, known)
  charges.set(session, now)
}

type Open<Value> = { -readonly [Key in keyof Value]: Value[Key] }

/** Numbers a new session among those of its attempt, or of the run, from 1. */
const numberSession = (
  counts: Map<string, number>,
  { phaseId = '', attempt = 0 }: { phaseId: string | undefined; attempt: number | undefined },
): number => {
  const key = `${phaseId} ${attempt}`
  const number = (counts.get(key) ?? 0) + 1
  counts.set(key, number)
  return number
}

/** Tells of a session that has ended: its charge, and the sums that contain it. */
export const endCharge = (turn: Turn, session: string): void => {
  const { state } = turn
  const { before: _, ...charged } = state.budget.charges.get(session)!
  const phase = findPhase(turn, charged.phaseId)
  state.budget.sessions.delete(session)
  emit(turn, 'session_charged', {
    ...charged,
    spent: { ...state.budget.spent },
    ...(phase && { phaseSpent: { ...phase.spent } }),
  })
}

const findPhase = ({ state }: Turn, phaseId: string | undefined): PhaseState | undefined =>
  phaseId === undefined ? undefined : state.phases[state.graph.index.get(phaseId) ?? -1]

/**
 * Ends the sessions of an earlier process, except those of phases that workers still perform (`going`).
 *
 * Charges the usage that their drivers have read since. A session is charged so at most once, because it has
 * ended then. The others keep the usage that they reported last.
 */
export const endSessions = (turn: Turn, going: ReadonlySet<number>, used: readonly ReadUsage[]): void => {
  const { charges, sessions } = turn.state.budget
  for (const [session, { phase }] of sessions) {
    if (going.has(phase)) continue
    sessions.delete(session)
    const usage = used.find((read) => read.session === session)?.usage
    const known = charges.get(session)
    if (!usage || !known) continue
    const { phaseId, durationMs, role, driver } = known
    chargeSession(turn, findPhase(turn, phaseId), {
      ...{ type: 'session_used', at: turn.at, session, usage, durationMs, over: true },
      ...(phaseId !== undefined && { phaseId }),
      facts: { role, driver, failure: 'interrupted' },
    })
    endCharge(turn, session)
  }
}
