import type { RunLock } from '../../contract/run-store.ts'
import type { Report } from '../../event/report.ts'
import type { RunStatus } from '../../event/run-status.ts'
import { formatDuration } from '../../text/format-duration.ts'

/** A run as people see it. */
export interface RunCondition {
  /**
   * - `running`: a process runs the run
   * - `draining`: a process finishes the phases that run, and starts no others
   * - `waiting`: the run waits for an answer, with or without a process
   * - `interrupted`: its process ended before the run; it can be resumed
   * - `ended`: the run has ended; `status` says how
   * - `unknown`: it is not known whether a process runs it
   */
  state: 'running' | 'draining' | 'waiting' | 'interrupted' | 'ended' | 'unknown'
  /** The word for the state: how the run ended, or the state itself. */
  status: ConditionStatus
  /** The state in a sentence. */
  sentence: string
}

/** The status of a run for people: that of its report, corrected by its lock. */
export type ConditionStatus = RunStatus | 'interrupted' | 'reverted' | 'unknown'

/** The facts about a run that decide its condition. */
export interface ConditionFacts {
  /** The status is the last one that a process recorded. */
  report: Pick<Report, 'status' | 'reverted'>
  /** The lock of the run, read no later than its report. Default: it is not known. */
  lock?: RunLock | undefined
  /** When the last record of the report was written, ISO 8601 in UTC. */
  at?: string | undefined
  /** `lost`: report and lock are the last ones that were received. Default: `live`. */
  connection?: 'live' | 'lost' | undefined
  /** The current time in milliseconds since 1970. With `at`, the sentence contains the time since then. */
  now?: number | undefined
}

/**
 * Returns the condition of a run. Its report alone does not tell it: a process that was killed has recorded
 * no end. The condition of a run that has ended or waits for an answer does not depend on the lock.
 */
export const runCondition = (facts: ConditionFacts): RunCondition => {
  const { report, lock, connection = 'live' } = facts
  const { status, reverted } = report
  if (status !== 'running' && status !== 'draining' && status !== 'waiting') {
    const outcome = reverted ? 'reverted' : status
    return { state: 'ended', status: outcome, sentence: `Ended: ${outcome}.` }
  }
  if (connection === 'lost')
    return conditionOf('unknown', `Unknown: the connection is lost. Last known: ${status}${since(facts)}.`)
  if (status === 'waiting') return conditionOf(status, 'Waiting for an answer.')
  if (!lock)
    return conditionOf('unknown', `Unknown whether a process runs it. Last known: ${status}${since(facts)}.`)
  if (!lock.locked)
    return conditionOf('interrupted', `Interrupted: its process ended before the run${since(facts)}.`)
  return status === 'running'
    ? conditionOf(status, 'Running now.')
    : conditionOf(status, 'Draining: running phases finish and no others start.')
}

/** Returns the condition of a run to its own process, which reports it. */
export const ownCondition = (report: ConditionFacts['report']): RunCondition =>
  runCondition({ report, lock: { locked: true } })

const conditionOf = (state: Exclude<RunCondition['state'], 'ended'>, sentence: string): RunCondition => ({
  ...{ state, status: state, sentence },
})

/** The time since the last record, for the end of a sentence. */
const since = ({ at, now }: ConditionFacts): string => {
  const ms = at === undefined || now === undefined ? Number.NaN : now - Date.parse(at)
  return ms >= 0 ? `, last record ${formatDuration(ms)} ago` : ''
}
