import type { RevertScope } from '../../event/gate-view.ts'
import type { Report } from '../../event/report.ts'
import { checkCall } from '../boundary/check-call.ts'
import { openChecked, type OpenRunOptions } from './open-stored.ts'

/** Options of `revertRun`. */
export interface RevertRunOptions extends Pick<OpenRunOptions, 'host' | 'runId' | 'onListenerError'> {
  /**
   * `run`: restores the target branch to its state before the run. `batch`: to its state before the last
   * batch, unless phases of another batch were integrated after that batch's first one. Default: `run`.
   */
  scope?: RevertScope | undefined
}

/** Implements `revertRun`. */
export const revertStored = async (given: RevertRunOptions): Promise<Report> => {
  checkCall('revertRun', given)
  const { scope = 'run', ...options } = given
  return (await openChecked(options, { revert: scope })).start()
}
