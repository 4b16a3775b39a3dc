import { randomBytes } from 'node:crypto'
import { rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AmeliaError, type GitBackendV1, type Workspace } from '@amelia/core/plugin'
import { removeFolder } from '../file/remove-folder.ts'
import { workspaceFiles } from '../file/workspace-files.ts'
import type { InPlaceOpening } from '../git/in-place/begin-place.ts'
import { type InPlace, openInPlace } from '../git/in-place/open-in-place.ts'
import { recoverInPlace } from '../git/in-place/recover-in-place.ts'
import type { Repository } from '../git/repository/locate-repository.ts'
import { checkSetup } from '../git/setup/check-setup.ts'
import { checkRunId } from '../git/slot/check-run-id.ts'
import { fillWorkspace } from '../git/slot/fill-workspace.ts'
import { overlayTree } from '../git/slot/overlay-tree.ts'
import { removeLeftovers } from '../git/slot/remove-leftovers.ts'
import type { Slot } from '../git/slot/slot.ts'
import { createSlotPool, type SlotPool } from '../git/slot/slot-pool.ts'
import { slotsFolder } from '../git/slot/slots-folder.ts'
import type { NativeGitOptions } from './native-git-options.ts'
import type { RepositoryAccess } from './repository-access.ts'

interface Opened {
  runId: string
  lease: string
  slot: Slot
  /** The pool of the slot; null in place. */
  pool: SlotPool | null
  inPlace?: InPlace
}

/** The open workspaces of one backend. */
export interface Workspaces {
  /** Throws `INTERNAL` for a workspace that is closed or belongs to another backend. */
  find(workspace: Workspace): Opened
  /** The folder that contains the slots of all runs of the repository. */
  repositoryFolder(repository: Repository): string
  open: GitBackendV1['openWorkspace']
  reset: GitBackendV1['resetWorkspace']
  close: GitBackendV1['closeWorkspace']
  removeAll: NonNullable<GitBackendV1['removeWorkspaces']>
}

/** Pools by folder, because two backends of one process must not clear each other's slots. */
const pools = new Map<string, SlotPool>()
/** Stands for a missing lease; unique to this process. */
const noLease = `no-lease-${randomBytes(8).toString('hex')}`
let opened = 0

/**
 * Opens, fills and removes workspaces: slots, and the user's checkout. Throws `OPTION_INVALID` for an invalid
 * set-up.
 */
export const createWorkspaces = (
  options: NativeGitOptions,
  { locate, findIdentity }: RepositoryAccess,
): Workspaces => {
  const { graceMs = 5000, passEnv = [], env = {}, setupLimitMs = 1_200_000 } = options
  const asked = checkSetup(options)
  const workspaces = new Map<string, Opened>()
  const endings = new Map<string, AbortController>()
  /** Leases with an abandoned phase in the user's checkout. */
  const leftBy = new Set<string>()

  const repositoryFolder = ({ commonDir }: Repository): string => slotsFolder(commonDir, options.slots)
  /** Ends the running set-ups of a lease when its workspaces are removed. */
  const endingOf = (folder: string): AbortController => {
    const ending = endings.get(folder) ?? new AbortController()
    endings.set(folder, ending)
    return ending
  }
  const find = (workspace: Workspace): Opened => {
    const found = workspaces.get(workspace.id)
    if (found !== undefined) return found
    throw new AmeliaError(
      'INTERNAL',
      `The workspace ${workspace.id} is closed or belongs to another backend.`,
      {
        where: 'native-git',
      },
    )
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
    find,
    repositoryFolder,
    async open({ runId, lease = noLease, base, tree = base, inPlace: asked }) {
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
    async reset(workspace, commit, overlays = []) {
      const { slot, runId, inPlace } = find(workspace)
      if (inPlace) return inPlace.reset(commit, overlays)
      const tree = overlays.length === 0 ? commit : await overlayTree(await locate(), slot, commit, overlays)
      await fill(slot, runId, workspace.base, tree)
    },
    async close(workspace, { abandoned = false } = {}) {
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
    async removeAll(runId, { lease, all = false } = {}) {
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
      if (!leftBy.has(token)) await recoverInPlace(repository, runId, lease !== undefined)
      await removeFolder(folder)
      await removeLeftovers(dirname(folder), { inUse: (one) => pools.has(one), all })
      // The last run also removes the folders above its own.
      await rmdir(parent).catch(() => {})
      if (options.slots === undefined) await rmdir(dirname(parent)).catch(() => {})
    },
  }
}
