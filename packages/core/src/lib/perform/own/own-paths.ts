import type { FrozenPhase, FrozenRun } from '../../machine/state/frozen-run.ts'
import { declaredPaths } from '../../policy/evidence/change/declared-paths.ts'
import type { OwnPaths } from '../../policy/own/is-own-change.ts'
import { executionFolder, runFolder } from '../../report/execution-folder.ts'

/**
 * Returns the paths that a phase may not change: the run's folder, those of the runs that it continues, and
 * the plan's files, unless the phase declares them.
 */
export const ownPaths = (state: FrozenRun, { planned }: Pick<FrozenPhase, 'planned'>): OwnPaths => {
  const { paths = [] } = state.plan
  const declared = paths.length === 0 ? undefined : declaredPaths(planned)
  return {
    folders: [executionFolder(state) ?? [], ...(state.settings.continues ?? []).map(runFolder)].flat(),
    plans: paths.filter((path) => !declared?.has(path)),
  }
}
