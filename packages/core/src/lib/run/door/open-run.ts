import type { Plan, PlanDraft } from '../../plan/plan-schema.ts'
import type { Run } from './run.ts'
import type { RunAdapters } from './run-options.ts'
import { loadEngine } from './load-engine.ts'

export interface OpenRunOptions extends RunAdapters {
  runId: string
  /**
   * An edited plan to go on by, from `readPlan` or made in code. What that would change is in `run.changes` before the start; without it the
   * run goes by the plan that it knows, whatever became of the file.
   */
  plan?: Plan | PlanDraft
  /** Whether somebody has agreed to the commands that are new in that plan, or to all while nobody has to the plan before. Default: false: they are asked about. */
  planApproved?: boolean
}

/**
 * Takes up a stored run. Its state is the fold of its journal; `start` goes on with it.
 *
 * A run that is completed, partial or aborted is only looked at: its `start` gives the report.
 * Throws `RUN_NOT_FOUND`, `RUN_DAMAGED`, `RUN_VERSION`; with a plan also what `createRun` throws of one, and `RUN_ENDED` for a run that is
 * over. `start` throws `RUN_HELD` when another process has it.
 */
export const openRun = async (options: OpenRunOptions): Promise<Run> => {
  const { openStored } = await loadEngine()
  return openStored(options)
}
