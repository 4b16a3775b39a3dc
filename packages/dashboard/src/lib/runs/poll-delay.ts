/** The state that decides when a list is read again. */
export interface PollState {
  /** Whether a process runs one of the runs. */
  isLive: boolean
  /** The number of failures since the last success. */
  failures: number
}

const liveMs = 5_000
const idleMs = 10_000
const mostMs = 60_000

/** Returns the milliseconds until runs are listed again: more without live runs, and after failures. */
export const pollDelay = ({ isLive, failures }: PollState): number =>
  Math.min(mostMs, (isLive ? liveMs : idleMs) * 2 ** Math.min(failures, 10))
