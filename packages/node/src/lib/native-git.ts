import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { AmeliaError, checkRefName, type GitBackendV1, type Workspace } from '@amelia/core/plugin'
import { commitAttempt } from './git/commit-attempt.ts'
import { composeCommit } from './git/compose-commit.ts'
import { fillWorkspace } from './git/fill-workspace.ts'
import { findCommits } from './git/find-commits.ts'
import { fingerprintRepository } from './git/fingerprint-repository.ts'
import { inspectRepository } from './git/inspect-repository.ts'
import { listRefs } from './git/list-refs.ts'
import { locateRepository, type Repository } from './git/locate-repository.ts'
import { makePrivateFolder } from './git/make-private-folder.ts'
import { mergeCommits } from './git/merge-commits.ts'
import { moveRefs } from './git/move-refs.ts'
import { readChanges } from './git/read-changes.ts'
import { readDiff } from './git/read-diff.ts'
import { readHooksPath } from './git/read-hooks-path.ts'
import { readIdentity } from './git/read-identity.ts'
import { removeFolder } from './git/remove-folder.ts'
import { runHooks } from './git/run-hooks.ts'
import type { Slot } from './git/slot.ts'
import { createSlotPool, type SlotPool } from './git/slot-pool.ts'
import { whyHeld } from './git/why-held.ts'
import { workspaceFiles } from './workspace-files.ts'

export interface NativeGitOptions {
  /** A folder of the user's checkout. Default: the current folder. */
  repo?: string
  /** Where workspaces are made, outside of any repository. Default: a folder of this user below the system's temporary one. */
  slots?: string
  /** How long one of the user's hooks may take, in milliseconds. Default: ten minutes. */
  hookLimitMs?: number
  /** Between TERM and KILL for a hook that is stopped, in milliseconds. Default: 5000. */
  graceMs?: number
}

interface Opened {
  runId: string
  slot: Slot
  pool: SlotPool
}

/** Pools by folder: two backends of one process must not clear each other's slots. */
const pools = new Map<string, SlotPool>()
let opened = 0

/**
 * Git by its own program, 2.38 or later, on the user's repository.
 *
 * The user's HEAD, index and files are never an argument of a writing call: workspaces are slots of their own with a git dir of
 * the engine. The repository is looked for by the first call, which throws `NOT_A_REPOSITORY` when there is none.
 * Not for Windows yet.
 */
export const nativeGit = (options: NativeGitOptions = {}): GitBackendV1 => {
  const { repo = '.', hookLimitMs = 600_000, graceMs = 5000 } = options
  const workspaces = new Map<string, Opened>()
  let located: Promise<Repository> | undefined
  let identity: string | null = null
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
  const findIdentity = async (repository: Repository): Promise<string | null> => {
    identity ??= await readIdentity(repository)
    return identity
  }
  const identify = async (repository: Repository): Promise<string> => {
    const found = await findIdentity(repository)
    if (found !== null) return found
    const message = `${repository.top} has no identity for commits. Run \`git config user.name\` and \`git config user.email\` with yours.`
    throw new AmeliaError('REPOSITORY_NOT_READY', message, { reason: 'no_identity' })
  }
  /** The folder of this repository's slots, made and checked. */
  const repositoryFolder = (repository: Repository): string => {
    const root = slotsRoot(options.slots)
    const folder = join(root, createHash('sha256').update(repository.commonDir).digest('hex').slice(0, 16))
    makePrivateFolder(folder)
    return folder
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
    await fillWorkspace(repository, slot, {
      base,
      tree,
      refsPrefix,
      identity: await findIdentity(repository),
    })
  }

  return {
    contract: 'git-v1',
    async inspect() {
      return inspectRepository(await locate())
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
      await moveRefs(await locate(), updates)
    },
    async whyHeld(branch) {
      return whyHeld(await locate(), branch)
    },
    async openWorkspace({ runId, base, tree = base }) {
      checkRunId(runId)
      const folder = join(repositoryFolder(await locate()), runId)
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
      workspaces.set(id, { runId, slot, pool })
      return { id, base, dir: slot.workspace, fs: workspaceFiles(slot.workspace) }
    },
    async resetWorkspace(workspace, commit) {
      const { slot, runId } = find(workspace)
      await fill(slot, runId, workspace.base, commit)
    },
    async closeWorkspace(workspace) {
      const found = workspaces.get(workspace.id)
      if (found === undefined) return
      workspaces.delete(workspace.id)
      found.pool.give(found.slot)
    },
    async changedPaths(workspace) {
      return readChanges(await locate(), find(workspace).slot)
    },
    async commitAttempt(workspace, request) {
      checkRefName(request.ref, 'refs/amelia/')
      const repository = await locate()
      return commitAttempt(repository, find(workspace).slot, request, await identify(repository))
    },
    async merge(request) {
      const repository = await locate()
      return mergeCommits(repository, repositoryFolder(repository), request)
    },
    async readTree(commit) {
      const { git } = await locate()
      return (await git(['rev-parse', '--verify', '--end-of-options', `${commit}^{tree}`])).text
    },
    async compose(request) {
      checkRefName(request.ref, 'refs/amelia/')
      const repository = await locate()
      return composeCommit(repository, request, await identify(repository))
    },
    async diff(request) {
      return readDiff(await locate(), request)
    },
    async findCommits(request) {
      return findCommits(await locate(), request)
    },
    async runHooks(workspace, request) {
      const repository = await locate()
      // Read once: what an agent sets later is not followed.
      hooksPath ??= readHooksPath(repository)
      const trial = { ...request, limitMs: hookLimitMs, graceMs, identify: () => identify(repository) }
      return runHooks(repository, find(workspace).slot, await hooksPath, trial)
    },
    async fingerprint() {
      return fingerprintRepository((await locate()).commonDir)
    },
    async removeWorkspaces(runId) {
      checkRunId(runId)
      const parent = repositoryFolder(await locate())
      const folder = join(parent, runId)
      pools.delete(folder)
      for (const [id, found] of workspaces) if (found.runId === runId) workspaces.delete(id)
      await removeFolder(folder)
      // The last run takes the folders along that were made for it.
      await rmdir(parent).catch(() => {})
      if (options.slots === undefined) await rmdir(dirname(parent)).catch(() => {})
    },
  }
}

const slotsRoot = (slots: string | undefined): string => {
  if (slots !== undefined) {
    mkdirSync(resolve(slots), { recursive: true, mode: 0o700 })
    return realpathSync(resolve(slots))
  }
  const root = join(realpathSync(tmpdir()), `amelia-${process.getuid?.() ?? userInfo().username}`)
  makePrivateFolder(root)
  return root
}

/** A run's id becomes the name of a folder and part of a reference. */
const checkRunId = (runId: string): void => {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(runId) && !/\.\.|\.lock$|\.$/.test(runId)) return
  const message = `${JSON.stringify(runId)} is no id of a run: letters, digits, dots, hyphens and underscores only.`
  throw new AmeliaError('OPTION_INVALID', message, { option: 'runId' })
}
