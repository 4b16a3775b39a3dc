import type { ChargedSession } from '@amelia/core'
import type { RunsOutput } from './runs-output.ts'

/** The output of `amelia stats --json`: totals of the runs that can be read. */
export interface StatsOutput {
  version: 1
  /** The number of runs, by the status that `amelia runs` lists. */
  runs: Record<string, number>
  /** The number of phases, by status. */
  phases: Record<string, number>
  /** The number of phases that failed at last, by the class of their failure. */
  failures: Record<string, number>
  /** The number of sessions that failed, by the class of their failure: a later attempt may have passed. */
  failedSessions: Record<string, number>
  /** The number of attempts after the first of a phase. */
  retries: number
  /** Averages of the completed phases that this machine ran. Null: none is known. */
  perPhase: {
    /** Working time, in milliseconds. */
    durationMs: number | null
    tokens: number | null
    /** Null also if the cost of a phase is unknown. */
    usd: number | null
  }
  /** The sums of all sessions by role, the role with the most tokens first. Null: one is unknown. */
  perRole: { role: ChargedSession['role']; sessions: number; tokens: number | null; usd: number | null }[]
  /** Last reviews of phases and of final results. */
  reviews: { approved: number; rejected: number; comments: number }
  /** Runs that cannot be read. */
  unreadable: RunsOutput[number]['runId'][]
}
