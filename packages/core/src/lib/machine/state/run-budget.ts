import type { Budget, Spend } from '../../event/budget.ts'
import { nothingSpent } from '../../policy/dispatch/find-exhausted.ts'

/** The run's usage and its limit. */
export interface RunBudget {
  readonly spent: Spend
  /** The limit: higher than at first if a person has raised it. */
  allowed: Budget
  /**
   * Running sessions by the name they are charged under, with what is charged so far. `phase` is -1 for the
   * run's own sessions.
   */
  readonly sessions: Map<string, { phase: number; tokens: number; usd: number }>
  /** The open question about the budget, and the number of questions asked. */
  gate?: string
  asked: number
  /** When the machine asked to be woken because time may have run out. */
  wake?: number
  /** The time of the last input to this process. */
  lastAt?: number
}

export const createRunBudget = (allowed: Budget): RunBudget => ({
  spent: nothingSpent(),
  allowed,
  sessions: new Map(),
  asked: 0,
})
