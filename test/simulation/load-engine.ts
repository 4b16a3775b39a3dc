import { AmeliaError, readRun } from '@amelia/core'
import { createMemoryStore } from '@amelia/core/testing'

/** Has the engine loaded, which takes real time when it is first used. The time of a simulation begins after that. */
export const loadEngine = async (): Promise<void> => {
  try {
    await readRun({ store: createMemoryStore(), runId: 'none', now: 0 })
  } catch (error) {
    if (!AmeliaError.is(error, 'RUN_NOT_FOUND')) throw error
  }
}
