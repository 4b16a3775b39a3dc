/** The intervals by which workers are known to be alive, in milliseconds. */
export interface WorkerTimes {
  /** The interval of heartbeats. */
  beatMs: number
  /** The time without a heartbeat after which a worker stops its own sessions. */
  silentMs: number
  /** The time without a heartbeat after which others declare the worker dead. */
  deadMs: number
}

/** The time after which a silent worker is dead, in milliseconds: 30 s. */
export const defaultDeadMs = 30_000

/** Derives the intervals: by default 5, 20 and 30 s, so that a worker stops before others repeat its work. */
export const workerTimes = (deadMs: number): WorkerTimes => ({
  beatMs: deadMs / 6,
  silentMs: (deadMs * 2) / 3,
  deadMs,
})
