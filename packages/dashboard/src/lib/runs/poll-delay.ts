/** The state that decides when a list is read again. */
export interface PollState {
  /** Whether a process runs one of the runs. */
  isLive: boolean
  /** The number of failures since the last success. */
  failures: number
}

const liveMs = 5_000
const idleMs = 10_000
/** A server that is started again is found within this time. */
const mostMs = 10_000
const firstRetryMs = 1_000

/** Returns the milliseconds until runs are listed again: more without live runs, and with each failure. */
export const pollDelay = ({ isLive, failures }: PollState): number =>
  failures > 0 ? Math.min(mostMs, firstRetryMs * 2 ** Math.min(failures - 1, 10)) : isLive ? liveMs : idleMs
