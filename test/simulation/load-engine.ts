import { AmeliaError, readRun } from '@amelia/core'
import { createMemoryStore } from '@amelia/core/testing'

/** Loads the engine, which takes real time on first use. Simulated time starts after that. */
export const loadEngine = async (): Promise<void> => {
  try {
    await readRun({ store: createMemoryStore(), runId: 'none', now: 0 })
  } catch (error) {
    if (!AmeliaError.is(error, 'RUN_NOT_FOUND')) throw error
  }
}
