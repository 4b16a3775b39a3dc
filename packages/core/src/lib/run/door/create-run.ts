import type { Run } from './run.ts'
import type { RunOptions } from './run-options.ts'
import { loadEngine } from './load-engine.ts'

/**
 * Makes a run. Everything is checked here, the repository too, and nothing is written or executed: that is `start`'s.
 *
 * Throws `PLAN_INVALID`, `OPTION_INVALID`, `DRIVER_MISSING`, `NOT_A_REPOSITORY`, `REPOSITORY_NOT_READY`, `TARGET_INVALID`.
 */
export const createRun = async (options: RunOptions): Promise<Run> => {
  const { setUpRun } = await loadEngine()
  return setUpRun(options)
}
