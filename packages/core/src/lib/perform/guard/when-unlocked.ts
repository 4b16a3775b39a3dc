import type { Clock } from '../../contract/clock.ts'
import { AmeliaError } from '../../error/amelia-error.ts'

/** Waits between tries, in milliseconds: 5 s in total. Other git processes hold their locks only briefly. */
const waits = [500, 1500, 3000]

/**
 * Runs a task and retries it for 5 s, or as long as the error says, while a lock file of git prevents it.
 * Then throws the task's `GIT_LOCKED`.
 */
export const whenUnlocked = async <Value>(clock: Clock, task: () => Promise<Value>): Promise<Value> => {
  for (const wait of waits) {
    let waitMs: number | undefined
    try {
      return await task()
    } catch (error) {
      if (!AmeliaError.is(error, 'GIT_LOCKED')) throw error
      ;({ waitMs } = error.details)
    }
    await clock.wait(waitMs ?? wait)
  }
  return task()
}
