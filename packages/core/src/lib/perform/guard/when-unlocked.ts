import type { Clock } from '../../contract/clock.ts'
import { AmeliaError } from '../../error/amelia-error.ts'

/** Waits between tries, in milliseconds: 5 s in all. Another git process keeps a lock for moments. */
const waits = [500, 1500, 3000]

/** Repeats a task that a lock file of git's stops, for 5 s by the host's clock. Then it throws `GIT_LOCKED` as the task does. */
export const whenUnlocked = async <Value>(clock: Clock, task: () => Promise<Value>): Promise<Value> => {
  for (const wait of waits) {
    try {
      return await task()
    } catch (error) {
      if (!AmeliaError.is(error, 'GIT_LOCKED')) throw error
    }
    await clock.wait(wait)
  }
  return task()
}
