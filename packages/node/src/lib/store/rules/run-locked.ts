import { isSameBoot, type ProcessIdentity } from '@amelia/agent-process'
import { AmeliaError } from '@amelia/core/plugin'

/** The owner of a run. */
export interface LeaseHolder {
  /** Null if its record cannot be read. */
  process: ProcessIdentity | null
  /** Milliseconds since 1970. */
  since: number
  /** Its last heartbeat, in milliseconds since 1970. */
  beat: number
  /** Whether the process could be checked here. If not, only its heartbeats count. */
  asked: boolean
  /** Whether it may still be running. */
  alive: boolean
}

/**
 * An owner that cannot be checked here counts as dead after this time without a heartbeat, in milliseconds.
 */
export const staleMs = 60_000

/** The interval of heartbeats, in milliseconds. A few may fail before the owner counts as dead. */
export const beatMs = 15_000

/**
 * Returns whether a dead owner was a process of this machine, in this PID namespace, since its last start.
 */
export const hasEnded = ({ asked, alive, process }: LeaseHolder, self: ProcessIdentity): boolean =>
  asked && !alive && isSameBoot(process, self)

/** Creates the error for a run that another process owns. */
export const runLocked = (runId: string, holder: LeaseHolder | null): AmeliaError => {
  const time = (ms: number): string => new Date(ms).toISOString()
  const by = holder?.process
  const who = by ? `process ${by.pid} on ${by.host}` : 'an unknown process'
  const since = holder === null ? '' : `, since ${time(holder.since)}`
  const until =
    holder === null || holder.asked
      ? ''
      : ` Its last heartbeat was at ${time(holder.beat)}; ${staleMs / 1000} s after the last one, another process can take the run.`
  const message = `Run ${runId} is locked by ${who}${since}. Wait for it or stop it.${until}`
  return new AmeliaError('RUN_LOCKED', message, { runId, holder: `${who}${since}` })
}
