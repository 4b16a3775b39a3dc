import type { RevertScope } from '../../machine/state/input.ts'
import type { Report } from '../../event/report.ts'
import type { OpenRunOptions } from './open-run.ts'
import { loadEngine } from './load-engine.ts'

export interface RevertRunOptions extends Pick<OpenRunOptions, 'host' | 'runId' | 'onListenerError'> {
  /**
   * `run`: the target branch is what it was before the run. `batch`: what it was before the batch that came last, when nothing of another
   * batch was taken in after its first phase. Default: `run`.
   */
  scope?: RevertScope
}

/**
 * Takes back what people got of a run, also of one that has ended: the run is given up, and its report says `reverted` when the target was
 * put back, or why it was not. Nothing is lost: what the target held is kept under a reference of its own, which the report names.
 *
 * Throws `RUN_NOT_FOUND`, `RUN_HELD`, `RUN_DAMAGED`, `RUN_VERSION`.
 */
export const revertRun = async ({ scope = 'run', ...options }: RevertRunOptions): Promise<Report> => {
  const { openStored } = await loadEngine()
  return (await openStored(options, { revert: scope })).start()
}
