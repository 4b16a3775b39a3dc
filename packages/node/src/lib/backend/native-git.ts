import { AmeliaError, checkOptions, checkRefName, type GitBackendV1, gitParts } from '@amelia/core/plugin'
import { withWarnings } from '../git/call/with-warnings.ts'
import { applyToCheckout } from '../git/checkout/apply-to-checkout.ts'
import { followBranch } from '../git/checkout/follow-branch.ts'
import { quietStatus } from '../git/checkout/quiet-status.ts'
import { readOwnPaths } from '../git/in-place/read-own-paths.ts'
import { checkNoOtherRun } from '../git/in-place/snapshot.ts'
import { runHooksInPlace } from '../git/in-place/run-hooks-in-place.ts'
import { withCheckoutLock } from '../git/checkout/with-checkout-lock.ts'
import { commitAttempt } from '../git/attempt/commit-attempt.ts'
import { findIgnored, listIgnored } from '../git/attempt/find-ignored.ts'
import { composeCommit } from '../git/commit/compose-commit.ts'
import { findCommits } from '../git/commit/find-commits.ts'
import { fingerprintRepository } from '../git/repository/fingerprint-repository.ts'
import { inspectRepository } from '../git/checkout/inspect-repository.ts'
import { listRefs } from '../git/refs/list-refs.ts'
import { findLocks, removeLock } from '../git/refs/find-locks.ts'
import { noteLock } from '../git/refs/remove-left-locks.ts'
import { mergeCommits } from '../git/commit/merge-commits.ts'
import { moveRefs } from '../git/refs/move-refs.ts'
import { readBlob } from '../git/commit/read-blob.ts'
import { readChanges } from '../git/attempt/read-changes.ts'
import { removeHidden } from '../git/attempt/remove-hidden.ts'
import { explainSpace, isFull } from '../file/explain-space.ts'
import { wrapMethods } from '../file/wrap-methods.ts'
import { removeFolder } from '../file/remove-folder.ts'
import { readDiff } from '../git/commit/read-diff.ts'
import { tryFilters } from '../git/commit/submodule/try-filters.ts'
import { trySignature } from '../git/repository/try-signature.ts'
import { readUserSetting } from '../git/repository/read-user-setting.ts'
import { findMissingSource } from '../git/setup/run-setup.ts'
import { runHooks } from '../git/attempt/run-hooks.ts'
import { describeSubmodules } from '../git/commit/submodule/describe-submodules.ts'
import { pruneDeleted } from '../git/commit/submodule/prune-commits.ts'
import { whyLocked } from '../git/refs/why-locked.ts'
import { type NativeGitOptions, nativeGitRules } from './native-git-options.ts'
import { createRepositoryAccess } from './repository-access.ts'
import { createWorkspaces } from './workspaces.ts'

/**
 * Creates a git backend that runs the git program, version 2.38 or later, on the user's repository.
 *
 * Only `applyToCheckout`, `followBranch` and workspaces in place write to the user's HEAD, index and files.
 * Every other workspace is a slot, with its own folder and git dir. The first call locates the repository,
 * and throws `NOT_A_REPOSITORY` if none exists. Throws `OPTION_INVALID` for an invalid set-up. Does not
 * support Windows yet.
 */
export const nativeGit = (options: NativeGitOptions = {}): GitBackendV1 => {
  checkOptions('nativeGit', options, nativeGitRules)
  const { repo = '.', hookLimitMs = 600_000, graceMs = 5000, sign = false } = options
  const access = createRepositoryAccess(repo)
  const { locate, identify } = access
  const workspaces = createWorkspaces(options, access)
  // A trial signature may need a touch of a key, so there is one.
  let isSigning = false
  let hooksPath: Promise<string | null> | undefined

  const backend: GitBackendV1 = {
    contract: 'git-v1',
    async tryFilters() {
      return tryFilters(await locate())
    },
    async inspect() {
      const repository = await locate()
      const found = await inspectRepository(repository, { slots: options.slots, sign })
      const notes = [...(await describeSubmodules(repository, found.head)), ...found.notes]
      const state = { ...found, notes }
      if (state.obstacle !== undefined || state.identity === null) return state
      const missing = await findMissingSource(repository.top, options)
      const unsigned = sign && !isSigning ? await trySignature(repository) : undefined
      isSigning ||= unsigned === undefined
      const obstacle = missing ?? unsigned
      return { ...state, ...(obstacle !== undefined && { obstacle }) }
    },
    async readRef(name) {
      const { objects } = await locate()
      return (await objects.find(`${name}^{commit}`))?.id ?? null
    },
    async listRefs(prefix) {
      return listRefs(await locate(), prefix)
    },
    async updateRefs(updates) {
      const repository = await locate()
      await withCheckoutLock(repository, () => moveRefs(repository, updates))
      await pruneDeleted(repository, updates)
    },
    async lockRun(runId) {
      await noteLock(await locate(), runId)
    },
    async findLocks(files) {
      return findLocks(files)
    },
    async removeLock(lock) {
      await removeLock(await locate(), lock)
    },
    async whyLocked(branch, options) {
      return whyLocked(await locate(), branch, options)
    },
    openWorkspace: workspaces.open,
    resetWorkspace: workspaces.reset,
    closeWorkspace: workspaces.close,
    rescueWorkspace: workspaces.rescue,
    async changedPaths(workspace) {
      const { slot, inPlace } = workspaces.find(workspace)
      return inPlace ? inPlace.changedPaths() : readChanges(await locate(), slot)
    },
    async findIgnored(workspace, paths) {
      return findIgnored(await locate(), workspace && workspaces.find(workspace).slot, paths)
    },
    async listIgnored(workspace) {
      const { slot, inPlace } = workspaces.find(workspace)
      if (inPlace) return inPlace.listIgnored()
      const kept = new Set(slot.setup?.roots)
      return listIgnored(await locate(), slot, (path) => kept.has(path))
    },
    async removeHidden(workspace, folders) {
      const { slot, inPlace } = workspaces.find(workspace)
      if (inPlace) return inPlace.removeHidden(folders)
      return removeHidden(await locate(), slot, folders, removeFolder)
    },
    async commitAttempt(workspace, request) {
      checkRefName(request.ref, 'refs/amelia/')
      const repository = await locate()
      const { slot, inPlace } = workspaces.find(workspace)
      const author = await identify(repository)
      return inPlace ? inPlace.commit(request, author) : commitAttempt(repository, slot, request, author)
    },
    async merge(request) {
      const repository = await locate()
      return mergeCommits(repository, workspaces.repositoryFolder(repository), request)
    },
    async readFile(commit, path) {
      return readBlob(await locate(), commit, path)
    },
    async readTree(commit) {
      const { objects } = await locate()
      const tree = await objects.find(`${commit}^{tree}`)
      if (tree !== null) return tree.id
      const message = `${commit} is not a commit of this repository.`
      const details = { command: 'git cat-file', exitCode: 0, output: 'missing' }
      throw new AmeliaError('GIT_FAILED', message, details)
    },
    async compose(request) {
      checkRefName(request.ref, 'refs/amelia/')
      const repository = await locate()
      return composeCommit(repository, request, { ...(await identify(repository)), sign })
    },
    async diff(request) {
      return readDiff(await locate(), request)
    },
    async isAncestor(ancestor, commit) {
      const { git } = await locate()
      const args = ['merge-base', '--is-ancestor', '--end-of-options', ancestor, commit]
      return (await git(args, { accept: [0, 1] })).exitCode === 0
    },
    async findCommits(request) {
      return findCommits(await locate(), request)
    },
    async runHooks(workspace, request) {
      const repository = await locate()
      // Read once, so that an agent cannot change it later.
      hooksPath ??= readUserSetting(repository, 'core.hooksPath', 'path')
      const trial = {
        ...request,
        limitMs: hookLimitMs,
        graceMs,
        identify: async () => (await identify(repository)).author,
      }
      const { slot, inPlace, confinement } = workspaces.find(workspace)
      const confined = { ...trial, ...(confinement && { confinement }) }
      return inPlace
        ? runHooksInPlace(repository, inPlace, await hooksPath, confined)
        : runHooks(repository, slot, await hooksPath, confined)
    },
    async applyToCheckout(request) {
      try {
        const repository = await locate()
        return await withCheckoutLock(repository, () => applyToCheckout(repository, request))
      } catch (error) {
        if (!AmeliaError.is(error, 'REPOSITORY_NOT_READY') || error.details.reason !== 'bare') throw error
        return { outcome: 'kept', reason: 'the repository is bare' }
      }
    },
    async readOwnPaths() {
      const repository = await locate()
      await checkNoOtherRun(repository)
      return readOwnPaths(repository, quietStatus)
    },
    async followBranch(request) {
      const repository = await locate()
      return withCheckoutLock(repository, () => followBranch(repository, request))
    },
    async fingerprint() {
      return fingerprintRepository((await locate()).commonDir)
    },
    removeWorkspaces: workspaces.removeAll,
  }
  const writtenFolders = async (): Promise<string[]> => {
    const repository = await locate()
    return [repository.commonDir, workspaces.repositoryFolder(repository)]
  }
  const explained = wrapMethods(backend, async (call) => {
    try {
      return await call()
    } catch (error) {
      throw isFull(error) ? explainSpace(error, await writtenFolders().catch(() => [])) : error
    }
  })
  return gitParts.checkCalls('nativeGit', withWarnings(explained, options.onGitWarning))
}
