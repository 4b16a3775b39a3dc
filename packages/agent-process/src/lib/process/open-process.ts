import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { isShortage, repeatCall } from './repeat-call.ts'

/** How long the start of a process is awaited. */
export interface ProcessOpening {
  /** Ends the waiting, not the process. */
  signal?: AbortSignal
  /** Waits. */
  pause?: (ms: number) => Promise<unknown>
}

/**
 * Resolves with a process that has started. `start` is called again, a few times, while the system has too
 * many processes or open files, or too little memory. Rejects with the error of the last start.
 */
export const openProcess = <Child extends ChildProcess>(
  start: () => Child,
  { signal, pause = (ms) => wait(ms, undefined, signal && { signal }).catch(() => {}) }: ProcessOpening = {},
): Promise<Child> =>
  repeatCall(
    async () => {
      const child = start()
      // Rejects if the child emits an error.
      await once(child, 'spawn')
      return child
    },
    { pause, isPassing: (error) => isShortage(error) && signal?.aborted !== true },
  )
