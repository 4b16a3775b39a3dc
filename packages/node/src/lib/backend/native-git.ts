import { randomBytes } from 'node:crypto'
import { rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AmeliaError, checkRefName, type GitBackendV1, type Workspace } from '@amelia/core/plugin'
import { applyToCheckout } from '../git/checkout/apply-to-checkout.ts'
import { checkRunId } from '../git/slot/check-run-id.ts'
import { checkSetup } from '../git/setup/check-setup.ts'
import { followBranch } from '../git/checkout/follow-branch.ts'
import { type InPlace, type InPlaceOpening, openInPlace, settleInPlace } from '../git/in-place/in-place.ts'
import { readOwnPaths } from '../git/in-place/read-own-paths.ts'
import { checkNobodyElse } from '../git/in-place/snapshot.ts'
import { runHooksInPlace } from '../git/in-place/run-hooks-in-place.ts'
import { withCheckoutLock } from '../git/checkout/with-checkout-lock.ts'
import { commitAttempt } from '../git/attempt/commit-attempt.ts'
import { composeCommit } from '../git/commit/compose-commit.ts'
import { fillWorkspace } from '../git/slot/fill-workspace.ts'
import { findCommits } from '../git/commit/find-commits.ts'
import { fingerprintRepository } from '../git/repository/fingerprint-repository.ts'
import { inspectRepository } from '../git/repository/inspect-repository.ts'
import { listRefs } from '../git/refs/list-refs.ts'
import { locateRepository, type Repository } from '../git/repository/locate-repository.ts'
import { findLocks, removeLock } from '../git/lock/lock-files.ts'
import { mergeCommits } from '../git/commit/merge-commits.ts'
import { moveRefs } from '../git/refs/move-refs.ts'
import { readBlob } from '../git/commit/read-blob.ts'
import { readChanges } from '../git/attempt/read-changes.ts'
import { readDiff } from '../git/commit/read-diff.ts'
import { type Identity, readIdentity } from '../git/repository/read-identity.ts'
import { readUserSetting } from '../git/repository/read-user-setting.ts'
import { overlayTree } from '../git/slot/overlay-tree.ts'
import { removeFolder } from '../file/remove-folder.ts'
import { removeLeftovers } from '../git/slot/remove-leftovers.ts'
import { runHooks } from '../git/attempt/run-hooks.ts'
import type { Slot } from '../git/slot/slot.ts'
import { createSlotPool, type SlotPool } from '../git/slot/slot-pool.ts'
import { slotsFolder } from '../git/slot/slots-folder.ts'
import { whyHeld } from '../git/refs/why-held.ts'
import { workspaceFiles } from '../file/workspace-files.ts'

export interface NativeGitOptions {
  /** A folder of the user's checkout. Default: the current folder. */
  repo?: string
  /** Where workspaces are made, outside of any repository. Default: a folder of this user below the system's temporary one. */
  slots?: string
  /**
   * Whether the commits that people get are signed, with the user's own settings (`user.signingKey`, `gpg.format`). No passphrase can be asked for: the
   * key is in an agent, or has none. Default: false.
   */
  sign?: boolean
  /** How long one of the user's hooks may take, in milliseconds. Default: ten minutes. */
  hookLimitMs?: number
  /** Between TERM and KILL for a hook that is stopped, in milliseconds. Default: 5000. */
  graceMs?: number
  /**
   * Commands that make a workspace ready, by argv, in order: `[['npm', 'ci']]`. They run in each workspace when it is first used, and
   * again when a lockfile differs or what they made was changed. What they make is in no commit. Default: none.
   */
  setup?: string[][]
  /** Files and folders of the user's checkout that are copied into a workspace before its set-up: `['.env']`. Default: none. */
  copy?: string[]
  /**
   * Files and folders of the user's checkout that a workspace links to: large data that is only read. What is written there is
   * written in the checkout, so `node_modules` is refused. Default: none.
   */
  link?: string[]
  /** How long one set-up command may take, in milliseconds. Default: twenty minutes. */
  setupLimitMs?: number
  /** Names of variables of this process's environment that set-up commands get beside the short list. */
  passEnv?: string[]
  /** Variables that set-up commands get. */
  env?: Record<string, string>
}

interface Opened {
  runId: string
  lease: string
  slot: Slot
  /** Whose slot it is; null in place. */
  pool: SlotPool | null
  inPlace?: InPlace
}

/** Pools by folder: two backends of one process must not clear each other's slots. */
const pools = new Map<string, SlotPool>()
/** Stands for a lease where there is none: no other process has the same. */
const noLease = `no-lease-${randomBytes(8).toString('hex')}`
let opened = 0

/**
 * Git by its own program, 2.38 or later, on the user's repository.
 *
 * The user's HEAD, index and files are never an argument of a writing call, but of `applyToCheckout`, `followBranch` and workspaces in place: all
 * others are slots of their own with a git dir of the engine. The repository is looked for by the first call, which throws `NOT_A_REPOSITORY` when
 * there is none. Throws `OPTION_INVALID` for a set-up that cannot be. Not for Windows yet.
 */
export const nativeGit = (options: NativeGitOptions = {}): GitBackendV1 => {
  const { repo = '.', hookLimitMs = 600_000, graceMs = 5000 } = options
  const { sign = false, passEnv = [], env = {}, setupLimitMs = 1_200_000 } = options
  const asked = checkSetup(options)
  const workspaces = new Map<string, Opened>()
  const endings = new Map<string, AbortController>()
  /** Leases with an abandoned phase in the user's checkout. */
  const leftBy = new Set<string>()
  let located: Promise<Repository> | undefined
  let identity: Identity | null = null
  let hooksPath: Promise<string | null> | undefined

  const locate = async (): Promise<Repository> => {
    located ??= locateRepository(repo)
    try {
      return await located
    } catch (error) {
      located = undefined
      throw error
    }
  }
  // Once known it stays: the same request gives the same id, whatever an agent configures meanwhile.
  const findIdentity = async (repository: Repository): Promise<Identity | null> => {
    identity ??= await readIdentity(repository)
    return identity
  }
  const identify = async (repository: Repository): Promise<Identity> => {
    const found = await findIdentity(repository)
    if (found !== null) return found
    const message = `${repository.top} has no identity for commits. Run \`git config user.name\` and \`git config user.email\` with yours.`
    throw new AmeliaError('REPOSITORY_NOT_READY', message, { reason: 'no_identity' })
  }
  const repositoryFolder = ({ commonDir }: Repository): string => slotsFolder(commonDir, options.slots)
  /** Ends the set-ups of a lease that are running when its workspaces are removed. */
  const endingOf = (folder: string): AbortController => {
    const ending = endings.get(folder) ?? new AbortController()
    endings.set(folder, ending)
    return ending
  }
  const find = (workspace: Workspace): Opened => {
    const found = workspaces.get(workspace.id)
    if (found !== undefined) return found
    throw new AmeliaError('INTERNAL', `The workspace ${workspace.id} is closed, or another backend's.`, {
      where: 'native-git',
    })
  }
  const fill = async (slot: Slot, runId: string, base: string, tree: string): Promise<void> => {
    const repository = await locate()
    const refsPrefix = `refs/amelia/${runId}/`
    const limits = {
      passEnv,
      env,
      graceMs,
      limitMs: setupLimitMs,
      signal: endingOf(dirname(slot.folder)).signal,
    }
    await fillWorkspace(repository, slot, {
      base,
      tree,
      refsPrefix,
      identity: (await findIdentity(repository))?.author ?? null,
      setup: asked && { ...asked, limits },
    })
  }
  const openCheckout = async (opening: InPlaceOpening): Promise<Workspace> => {
    const repository = await locate()
    const inPlace = await openInPlace(repository, opening)
    const id = `in-place.${++opened}`
    const { runId, lease } = opening
    workspaces.set(id, { runId, lease, slot: inPlace.slot, pool: null, inPlace })
    return { id, base: opening.base, dir: repository.top, fs: workspaceFiles(repository.top) }
  }

  return {
    contract: 'git-v1',
    async inspect() {
      return inspectRepository(await locate(), { slots: options.slots, sign })
    },
    async readRef(name) {
      const { git } = await locate()
      const args = ['rev-parse', '--quiet', '--verify', '--end-of-options', `${name}^{commit}`]
      return (await git(args, { accept: [0, 1, 128] })).text || null
    },
    async listRefs(prefix) {
      return listRefs(await locate(), prefix)
    },
    async updateRefs(updates) {
      const repository = await locate()
      await withCheckoutLock(repository, () => moveRefs(repository, updates))
    },
    async findLocks(files) {
      return findLocks(files)
    },
    async removeLock(lock) {
      await removeLock(await locate(), lock)
    },
    async whyHeld(branch, options) {
      return whyHeld(await locate(), branch, options)
    },
    async openWorkspace({ runId, lease = noLease, base, tree = base, inPlace: asked }) {
      for (const name of [runId, lease]) checkRunId(name)
      if (asked) return openCheckout({ runId, lease, base, tree, inPlace: asked })
      const folder = join(repositoryFolder(await locate()), runId, lease)
      const pool = pools.get(folder) ?? createSlotPool(folder)
      pools.set(folder, pool)
      const slot = await pool.take()
      try {
        await fill(slot, runId, base, tree)
      } catch (error) {
        pool.give(slot)
        throw error
      }
      opened += 1
      const id = `${slot.name}.${opened}`
      workspaces.set(id, { runId, lease, slot, pool })
      return { id, base, dir: slot.workspace, fs: workspaceFiles(slot.workspace) }
    },
    async resetWorkspace(workspace, commit, overlays = []) {
      const { slot, runId, inPlace } = find(workspace)
      if (inPlace) return inPlace.reset(commit, overlays)
      const tree = overlays.length === 0 ? commit : await overlayTree(await locate(), slot, commit, overlays)
      await fill(slot, runId, workspace.base, tree)
    },
    async closeWorkspace(workspace, { abandoned = false } = {}) {
      const found = workspaces.get(workspace.id)
      if (found === undefined) return
      workspaces.delete(workspace.id)
      if (abandoned) {
        if (found.inPlace) leftBy.add(found.lease)
        return found.inPlace?.abandon()
      }
      found.pool?.give(found.slot)
      await found.inPlace?.close()
    },
    async changedPaths(workspace) {
      const { slot, inPlace } = find(workspace)
      return inPlace ? inPlace.changedPaths() : readChanges(await locate(), slot)
    },
    async commitAttempt(workspace, request) {
      checkRefName(request.ref, 'refs/amelia/')
      const repository = await locate()
      const { slot, inPlace } = find(workspace)
      const author = await identify(repository)
      return inPlace ? inPlace.commit(request, author) : commitAttempt(repository, slot, request, author)
    },
    async merge(request) {
      const repository = await locate()
      return mergeCommits(repository, repositoryFolder(repository), request)
    },
    async readFile(commit, path) {
      return readBlob(await locate(), commit, path)
    },
    async readTree(commit) {
      const { git } = await locate()
      return (await git(['rev-parse', '--verify', '--end-of-options', `${commit}^{tree}`])).text
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
      // Read once: what an agent sets later is not followed.
      hooksPath ??= readUserSetting(repository, 'core.hooksPath', 'path')
      const trial = {
        ...request,
        limitMs: hookLimitMs,
        graceMs,
        identify: async () => (await identify(repository)).author,
      }
      const { slot, inPlace } = find(workspace)
      return inPlace
        ? runHooksInPlace(repository, inPlace, await hooksPath, trial)
        : runHooks(repository, slot, await hooksPath, trial)
    },
    async applyToCheckout(request) {
      try {
        const repository = await locate()
        return await withCheckoutLock(repository, () => applyToCheckout(repository, request))
      } catch (error) {
        if (!AmeliaError.is(error, 'REPOSITORY_NOT_READY') || error.details.reason !== 'bare') throw error
        return { outcome: 'held', reason: 'the repository is bare' }
      }
    },
    async readOwnPaths() {
      const repository = await locate()
      await checkNobodyElse(repository)
      return readOwnPaths(repository)
    },
    async followBranch(request) {
      const repository = await locate()
      return withCheckoutLock(repository, () => followBranch(repository, request))
    },
    async fingerprint() {
      return fingerprintRepository((await locate()).commonDir)
    },
    async removeWorkspaces(runId, { lease, all = false } = {}) {
      const token = lease ?? noLease
      for (const name of [runId, token]) checkRunId(name)
      const repository = await locate()
      const parent = repositoryFolder(repository)
      const folder = join(parent, runId, token)
      pools.delete(folder)
      endings.get(folder)?.abort(new Error(`The workspaces of run ${runId} were removed.`))
      endings.delete(folder)
      for (const [id, found] of workspaces) {
        if (found.runId !== runId || found.lease !== token) continue
        workspaces.delete(id)
        await found.inPlace?.close()
      }
      if (!leftBy.has(token)) await settleInPlace(repository, runId, lease !== undefined)
      await removeFolder(folder)
      await removeLeftovers(dirname(folder), { inUse: (one) => pools.has(one), all })
      // The last run takes the folders along that were made for it.
      await rmdir(parent).catch(() => {})
      if (options.slots === undefined) await rmdir(dirname(parent)).catch(() => {})
    },
  }
}
