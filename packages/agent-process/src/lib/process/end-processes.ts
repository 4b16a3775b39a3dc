import { setTimeout as delay } from 'node:timers/promises'

/** The processes to end. */
export interface Ending {
  /** Whether at least one of them runs. */
  isAnyRunning(): boolean
  /** Sends a signal to all of them. */
  signalAll(signal: NodeJS.Signals): void
}

/**
 * Ends processes: TERM first, then KILL for those still running after `graceMs` milliseconds.
 *
 * Resolves when none of them runs, and at the latest shortly after KILL.
 */
export const endProcesses = async (graceMs: number, { isAnyRunning, signalAll }: Ending): Promise<void> => {
  if (!isAnyRunning()) return
  signalAll('SIGTERM')
  // A stopped process handles TERM only after it continues.
  signalAll('SIGCONT')
  const started = performance.now()
  for (
    let pause = 5;
    isAnyRunning() && performance.now() - started < graceMs;
    pause = Math.min(pause * 2, 50)
  ) {
    await delay(Math.min(pause, graceMs))
  }
  // Several rounds: one round can miss a process that is just being started.
  for (let round = 0; isAnyRunning() && round < 40; round += 1) {
    signalAll('SIGKILL')
    await delay(5)
  }
}
