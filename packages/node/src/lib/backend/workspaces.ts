import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AmeliaError, storeParts } from '@amelia/core/plugin'
import type { Confinement, GitBackendV1, Workspace } from '@amelia/core/plugin'
import { removeFolder } from '../file/remove-folder.ts'
import { workspaceFiles } from '../file/workspace-files.ts'
import type { InPlaceOpening } from '../git/in-place/begin-place.ts'
import { withWarnings } from '../git/call/with-warnings.ts'
import { baseFiles } from '../git/commit/base-files.ts'
import { type InPlace, openInPlace } from '../git/in-place/open-in-place.ts'
import { rescueInPlace } from '../git/in-place/rescue-in-place.ts'
import { recoverInPlace } from '../git/in-place/recover-in-place.ts'
import { programsFor, workingPrograms } from '../git/repository/program/programs-for.ts'
import { lockPrograms, releasePrograms, removePrograms } from '../git/repository/program/remove-programs.ts'
import type { Repository } from '../git/repository/locate-repository.ts'
import { overlayTree } from '../git/slot/overlay-tree.ts'
import { removeLeftovers, removeSlots } from '../git/pool/remove-leftovers.ts'
import { resetGitDir } from '../git/slot/reset-git-dir.ts'
import type { Slot } from '../git/slot/slot.ts'
import { writeSlotName } from '../git/pool/slot-place.ts'
import { createSlotPool, type SlotPool } from '../git/pool/slot-pool.ts'
import type { SlotUse } from '../git/pool/slot-use.ts'
import { pruneCommits } from '../git/commit/submodule/prune-commits.ts'
import { slotsFolder } from '../git/pool/slots-folder.ts'
import { hasServer } from '../process/server-of.ts'
import { confineWorkspaces, removeUnusedCaches } from '../confine/confine-workspaces.ts'
import type { NativeGitOptions } from './native-git-options.ts'
import type { RepositoryAccess } from './repository-access.ts'
import { createFilling } from './create-filling.ts'
import { createLossCheck, isLost } from './create-loss-check.ts'
import { takeSlotAgain } from './take-slot-again.ts'
import { createWorkspaceRanges } from './workspace-ranges.ts'

interface Opened {
  runId: string
  lease: string
  slot: Slot
  /** The pool of the slot; null in place. */
  pool: SlotPool | null
  inPlace?: InPlace
  /** How its processes are confined. */
  confinement: Confinement | undefined
}

/** The open workspaces of one backend. */
export interface Workspaces {
  /** Throws `INTERNAL` for a closed or another backend's workspace, `DRIVER_FAILED` if its folder is gone. */
  find(workspace: Workspace): Opened
  /** The folder that contains the slots of all runs of the repository. */
  repositoryFolder(repository: Repository): string
  open: GitBackendV1['openWorkspace']
  reset: GitBackendV1['resetWorkspace']
  close: GitBackendV1['closeWorkspace']
  rescue: NonNullable<GitBackendV1['rescueWorkspace']>
  removeAll: NonNullable<GitBackendV1['removeWorkspaces']>
}

/** Pools by folder, because two backends of one process must not clear each other's slots. */
const pools = new Map<string, SlotPool>()
/** Stands for a missing lease; unique to this process. */
const noLease = `no-lease-${randomBytes(8).toString('hex')}`
/** The name of the user's checkout as a slot. */
const inPlaceSlot = 'in-place'
let opened = 0

/**
 * Opens, fills and removes workspaces: slots, and the user's checkout. Throws `OPTION_INVALID` for an invalid
 * set-up.
 */
export const createWorkspaces = (
  options: NativeGitOptions,
  { locate, findIdentity }: RepositoryAccess,
): Workspaces => {
  const { graceMs = 5000 } = options
  const ranges = createWorkspaceRanges(options.portBase)
  const checkLoss = createLossCheck()
  const workspaces = new Map<string, Opened>()
  const endings = new Map<string, AbortController>()
  /** Leases with an abandoned phase in the user's checkout. */
  const leftBy = new Set<string>()

  const baseFilesOf = (commit: string) => withWarnings(baseFiles(locate, commit), options.onGitWarning)
  const repositoryFolder = ({ commonDir }: Repository): string => slotsFolder(commonDir, options.slots)
  /** Ends the running set-ups of a lease when its workspaces are removed. */
  const endingOf = (folder: string): AbortController => {
    const ending = endings.get(folder) ?? new AbortController()
    endings.set(folder, ending)
    return ending
  }
  const find = (workspace: Workspace): Opened => {
    const found = workspaces.get(workspace.id)
    if (found?.pool) checkLoss(found.runId, found.slot)
    if (found !== undefined) return found
    const message = `The workspace ${workspace.id} is closed or belongs to another backend.`
    throw new AmeliaError('INTERNAL', message, { where: 'native-git' })
  }
  const confineWorkspace = confineWorkspaces(options.confine)
  const confinementOf = async (slot: Slot): Promise<Confinement | undefined> => {
    const repository = await locate()
    return confineWorkspace({ repository, slots: repositoryFolder(repository), slot })
  }
  const fill = createFilling(options, { locate, findIdentity }, (folder) => endingOf(folder).signal)
  const registerCheckout = async (
    inPlace: InPlace,
    { runId, lease, base, rules = base }: Omit<InPlaceOpening, 'tree' | 'inPlace'> & { rules?: string },
  ): Promise<Workspace> => {
    const id = `${inPlaceSlot}.${++opened}`
    const { slot } = inPlace
    const confinement = await confinementOf(slot)
    workspaces.set(id, { runId, lease, slot, pool: null, inPlace, confinement })
    const { workspace: dir, env } = slot
    const files = { fs: workspaceFiles(dir), baseFiles: baseFilesOf(rules) }
    return { id, base, slot: inPlaceSlot, dir, env, ...(confinement && { confinement }), ...files }
  }
  const poolOf = async (runId: string, lease: string): Promise<SlotPool> => {
    const folder = join(repositoryFolder(await locate()), runId, lease)
    const pool = pools.get(folder) ?? createSlotPool(folder)
    pools.set(folder, pool)
    return pool
  }
  const takeAgain = async (
    pool: SlotPool,
    { runId, ...again }: { runId: string; lease: string; name: string; rescues: boolean },
  ): Promise<Slot | undefined> => {
    const runFolder = join(repositoryFolder(await locate()), runId)
    return takeSlotAgain(pool, { ...again, runFolder, graceMs, inUse: (one) => pools.has(one) })
  }
  const register = async (
    slot: Slot,
    {
      runId,
      lease,
      pool,
      rules = slot.base,
    }: { runId: string; lease: string; pool: SlotPool; rules?: string },
  ): Promise<Workspace> => {
    const id = `${slot.name}.${++opened}`
    const confinement = await confinementOf(slot)
    workspaces.set(id, { runId, lease, slot, pool, confinement })
    const { base, workspace: dir, env } = slot
    const name = writeSlotName({ lease, name: slot.name })
    const files = { fs: workspaceFiles(dir), baseFiles: baseFilesOf(rules) }
    return { id, base, slot: name, dir, env, ...(confinement && { confinement }), ...files }
  }

  return {
    find,
    repositoryFolder,
    async open(request) {
      const { runId, lease = noLease, base, rules = base, tree = base, slot: name, inPlace } = request
      for (const id of [runId, lease]) storeParts.checkRunId(id)
      lockPrograms(await locate(), `${runId}/${lease}`)
      if (inPlace) {
        const opened = await openInPlace(await locate(), { runId, lease, base, tree, inPlace })
        await ranges.reserve(opened.slot, { ...request, lease }).catch(async (error: unknown) => {
          await opened.close()
          throw error
        })
        return registerCheckout(opened, { runId, lease, base, rules })
      }
      const pool = await poolOf(runId, lease)
      const again =
        name === undefined ? undefined : await takeAgain(pool, { runId, lease, name, rescues: false })
      const slot = again ?? (await pool.take())
      try {
        await ranges.reserve(slot, { ...request, lease })
        slot.programs = await workingPrograms(await locate(), base)
        const confinement = await confinementOf(slot)
        await fill(slot, { runId, base, tree, continues: again !== undefined, confinement })
      } catch (error) {
        await ranges.release(slot)
        pool.give(slot)
        throw error
      }
      return register(slot, { runId, lease, pool, rules })
    },
    async rescue({ runId, lease = noLease, slot: name, base, tree = base }) {
      for (const id of [runId, lease]) storeParts.checkRunId(id)
      lockPrograms(await locate(), `${runId}/${lease}`)
      if (name === inPlaceSlot) {
        const inPlace = await rescueInPlace(await locate(), { runId, base, tree })
        return inPlace && registerCheckout(inPlace, { runId, lease, base })
      }
      const pool = await poolOf(runId, lease)
      const slot = await takeAgain(pool, { runId, lease, name, rescues: true })
      if (slot === undefined) return undefined
      const repository = await locate()
      Object.assign(slot, { base, tree, env: {}, programs: await programsFor(repository, base) })
      resetGitDir(repository, slot)
      return register(slot, { runId, lease, pool })
    },
    async reset(workspace, commit, overlays = []) {
      const { slot, runId, inPlace, confinement } = find(workspace)
      if (inPlace) return inPlace.reset(commit, overlays)
      const tree = overlays.length === 0 ? commit : await overlayTree(await locate(), slot, commit, overlays)
      await fill(slot, { runId, base: workspace.base, tree, confinement })
    },
    async close(workspace, { abandoned = false, keep = false } = {}) {
      const found = workspaces.get(workspace.id)
      if (found === undefined) return
      workspaces.delete(workspace.id)
      const serves = hasServer(found.slot.workspace)
      // A program that does not end keeps its ports and its files, and so does a server for later phases.
      if (!abandoned && !serves) await ranges.release(found.slot)
      if (abandoned || (keep && found.inPlace)) {
        if (found.inPlace) leftBy.add(found.lease)
        return found.inPlace?.abandon()
      }
      if (found.pool && isLost(found.slot)) return
      if (keep) return found.pool?.keep(found.slot)
      if (!serves) found.pool?.give(found.slot)
      await found.inPlace?.close()
    },
    async removeAll(runId, { lease, all = false, over = all, rescuable = false } = {}) {
      const token = lease ?? noLease
      for (const name of [runId, token]) storeParts.checkRunId(name)
      const repository = await locate()
      const parent = repositoryFolder(repository)
      const folder = join(parent, runId, token)
      pools.delete(folder)
      endings.get(folder)?.abort(new Error(`The workspaces of run ${runId} were removed.`))
      endings.delete(folder)
      for (const [id, found] of workspaces) {
        if (found.runId !== runId || found.lease !== token) continue
        workspaces.delete(id)
        if (rescuable) found.inPlace?.abandon()
        else await found.inPlace?.close()
      }
      // A process that died may have deleted only the references of the repository.
      if (all) await pruneCommits(repository, runId)
      if (!leftBy.has(token) && !rescuable) await recoverInPlace(repository, runId, lease !== undefined)
      await ranges.releaseAll(runId, token, { all })
      const stays = (use: SlotUse): boolean => !all && (use === 'kept' || (use === 'open' && rescuable))
      // The servers of a run that waits for a person need their files.
      const isKept = (!all && hasServer(folder)) || (await removeSlots(folder, stays))
      if (!isKept) await removeFolder(folder)
      await removeLeftovers(dirname(folder), { inUse: (one) => pools.has(one) || one === folder, all, over })
      // The last run also removes the folders above its own.
      await rmdir(parent).catch(() => {})
      if (!existsSync(parent)) await removeUnusedCaches(parent)
      if (options.slots === undefined) await rmdir(dirname(parent)).catch(() => {})
      releasePrograms(repository, `${runId}/${token}`)
      // Workspaces that stay for a person or a resume may need them.
      if (!existsSync(parent)) await removePrograms(repository)
    },
  }
}
