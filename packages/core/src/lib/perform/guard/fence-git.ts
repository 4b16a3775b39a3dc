import type { GitBackendV1 } from '../../contract/git-backend.ts'
import type { RunLease } from '../../contract/run-store.ts'
import type { Workspace } from '../../contract/workspace.ts'
import { AmeliaError } from '../../error/amelia-error.ts'

/**
 * Wraps a git backend for the owner of a lease. Every call that changes something outside this process checks
 * the lease first and throws `LEASE_LOST` if another process owns the run, because that process may be using
 * the same workspaces, refs and checkout. Workspaces are opened, rescued and removed under the lease's token.
 *
 * Workspaces whose ids are in `abandoned` are closed as abandoned; every other call on them throws
 * `CALL_ABANDONED`.
 */
export const fenceGit = (
  git: GitBackendV1,
  lease: RunLease,
  abandoned: ReadonlySet<string> = new Set(),
): GitBackendV1 => {
  let locking: Promise<void> | undefined
  const whenOwned = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    await lease.check()
    // Where it fails, such as on a full disk, a person is asked about locks, as without it.
    if (lease.alone) await (locking ??= git.lockRun?.(lease.runId).catch(() => {}) ?? Promise.resolve())
    return call()
  }
  const usable = async <Result>({ id }: Workspace, call: () => Promise<Result>): Promise<Result> => {
    if (abandoned.has(id)) throw unusable(id)
    return whenOwned(call)
  }
  const { removeHidden, runHooks, applyToCheckout, followBranch } = git
  const { removeLock, rescueWorkspace, removeWorkspaces } = git
  const fenced: Partial<GitBackendV1> = {
    openWorkspace: (request) => whenOwned(() => git.openWorkspace({ ...request, lease: lease.token })),
    ...(rescueWorkspace && {
      rescueWorkspace: (request) => whenOwned(() => git.rescueWorkspace!({ ...request, lease: lease.token })),
    }),
    resetWorkspace: (place, ...rest) => usable(place, () => git.resetWorkspace(place, ...rest)),
    closeWorkspace: (place, options) =>
      whenOwned(() => git.closeWorkspace(place, abandoned.has(place.id) ? { abandoned: true } : options)),
    ...(removeHidden && {
      removeHidden: (place, folders) => usable(place, () => git.removeHidden!(place, folders)),
    }),
    commitAttempt: (place, request) => usable(place, () => git.commitAttempt(place, request)),
    compose: (request) => whenOwned(() => git.compose(request)),
    updateRefs: (updates) => whenOwned(() => git.updateRefs(updates)),
    ...(runHooks && { runHooks: (place, request) => usable(place, () => git.runHooks!(place, request)) }),
    ...(removeLock && { removeLock: (lock) => whenOwned(() => git.removeLock!(lock)) }),
    ...(applyToCheckout && { applyToCheckout: (request) => whenOwned(() => git.applyToCheckout!(request)) }),
    ...(followBranch && { followBranch: (request) => whenOwned(() => git.followBranch!(request)) }),
    ...(removeWorkspaces && {
      removeWorkspaces: (runId, options) =>
        whenOwned(() => git.removeWorkspaces!(runId, { ...options, lease: lease.token })),
    }),
  }
  // Calls that only read go to the backend unchanged.
  return Object.assign(Object.create(git) as GitBackendV1, fenced)
}

const unusable = (id: string): AmeliaError =>
  new AmeliaError(
    'CALL_ABANDONED',
    `Workspace ${id} cannot be used or committed: an abandoned call may still write to it.`,
    { who: id },
  )
