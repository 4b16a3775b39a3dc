import type { Budget, Spend } from '../../event/budget.ts'
import type { Usage } from '../../contract/driver.ts'
import type { ChargedSession } from '../../event/charged-session.ts'
import { nothingSpent } from '../../policy/dispatch/find-exhausted.ts'

/** A session, and the phase that it works for. Without a phase it works for the run itself. */
export interface Charge extends ChargedSession {
  readonly phaseId?: string
  /** The usage in the agent's records when it began. Absent: its usage cannot be read from them. */
  readonly before?: Usage
}

/** The run's usage and its limit. */
export interface RunBudget {
  readonly spent: Spend
  /** The limit: higher than at first if a person has raised it. */
  allowed: Budget
  /** Every session by the name it is charged under, with its usage so far. */
  readonly charges: Map<string, Charge>
  /** The number of sessions of each attempt, so that numbering one takes the same time in a long run. */
  readonly counts: Map<string, number>
  /** The running ones. `phase` is -1 for the run's own sessions. */
  readonly sessions: Map<string, { phase: number }>
  /** The open question about the budget, and the number of questions asked. */
  gate?: string
  asked: number
  /** When the machine asked to be woken because time may have run out. */
  wake?: number
  /** The time in which something was under way or due, in milliseconds. */
  workedMs: number
  /** The time of the last input to this process. */
  lastAt?: number
}

export const createRunBudget = (allowed: Budget): RunBudget => ({
  spent: nothingSpent(),
  allowed,
  charges: new Map(),
  counts: new Map(),
  sessions: new Map(),
  asked: 0,
  workedMs: 0,
})
