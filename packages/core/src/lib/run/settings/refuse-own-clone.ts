import type { GitBackendV1 } from '../../contract/git-backend.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { RunState } from '../../machine/state/run-state.ts'

/** Whether several machines share the repository of a run. */
export const isShared = ({ settings, shared }: RunState): boolean => (shared ?? settings.shared) === true

/** Throws `RUN_SHARED` for a run of several machines with a host that would change one clone only. */
export const refuseOwnClone = (state: RunState, git: GitBackendV1): void => {
  if (!isShared(state) || git.shared) return
  const { runId } = state
  throw new AmeliaError(
    'RUN_SHARED',
    `Several machines share the repository of run ${runId}, and this host would change one clone only: nothing was changed. Use \`clusterHost\` of @amelia/engine-dbos, or a command with the repository: amelia revert ${runId} --remote URL, amelia clean ${runId} --remote URL, amelia resume ${runId} --engine dbos --remote URL.`,
    { runId },
  )
}
