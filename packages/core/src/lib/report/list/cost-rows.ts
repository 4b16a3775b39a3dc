import type { Cost } from '../../event/budget.ts'
import type { ChargedSession } from '../../event/charged-session.ts'
import type { PhaseReport, Report } from '../../event/report.ts'
import { sumSessions } from '../../policy/spending/add-session.ts'

/** One row of the table of costs: the run, a phase, an attempt or a session. */
export interface CostRow {
  kind: 'run' | 'phase' | 'attempt' | 'session'
  /** 0 for the run, 1 for a phase or a session of the run, and so on. */
  depth: number
  label: string
  cost: Cost
  /** The sessions of the row that have no row below it. */
  sessions: readonly ChargedSession[]
}

/**
 * Lists the costs of a run, its phases, their attempts and their sessions. A phase with one attempt and an
 * attempt with one session take one row together. Empty if the run had no session.
 */
export const costRows = ({ spent, sessions = [], phases }: Report): CostRow[] =>
  spent.sessions === 0
    ? []
    : [
        { kind: 'run', depth: 0, label: 'Run', cost: spent, sessions: [] },
        ...sessions.map((session) => sessionRow(session, 1)),
        ...phases.flatMap(phaseRows),
      ]

const phaseRows = ({ id, attempts = [] }: PhaseReport): CostRow[] => {
  const [first] = attempts
  if (first === undefined) return []
  if (attempts.length === 1) return withSessions('phase', `Phase ${id}`, first)
  const all = attempts.flatMap(({ sessions }) => sessions)
  return [
    { kind: 'phase', depth: 1, label: `Phase ${id}`, cost: sumSessions(all), sessions: [] },
    ...attempts.flatMap((attempt) => withSessions('attempt', `attempt ${attempt.attempt}`, attempt)),
  ]
}

const withSessions = (
  kind: 'phase' | 'attempt',
  label: string,
  { spent, sessions }: { spent: Cost; sessions: readonly ChargedSession[] },
): CostRow[] => {
  const isOne = sessions.length === 1
  const depth = kind === 'phase' ? 1 : 2
  return [
    { kind, depth, label, cost: spent, sessions: isOne ? sessions : [] },
    ...(isOne ? [] : sessions.map((session) => sessionRow(session, depth + 1))),
  ]
}

const sessionRow = (session: ChargedSession, depth: number): CostRow => {
  const { number, role, unit } = session
  const part = unit?.kind === 'subtask' || unit?.kind === 'step' ? ` ${unit.subtaskId}` : ''
  const label = `${number} ${role}${part}`
  return { kind: 'session', depth, label, cost: sumSessions([session]), sessions: [session] }
}
