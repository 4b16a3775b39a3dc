import { AmeliaError, readRun } from '@amelia/core'
import { createMemoryStore } from '@amelia/core/testing'

/**
 * Loads the engine, and its part for failed commands, which take real time on first use. Simulated time
 * starts after that.
 */
export const loadEngine = async (): Promise<void> => {
  await import('../../packages/core/src/lib/perform/command/suggest-fixes.ts')
  try {
    await readRun({ store: createMemoryStore(), runId: 'none', now: 0 })
  } catch (error) {
    if (!AmeliaError.is(error, 'RUN_NOT_FOUND')) throw error
  }
}
