import { randomBytes } from 'node:crypto'
import { lstat, mkdir, rename } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { armWorkspace } from './arm-workspace.ts'
import { continueWorkspace } from './continue-workspace.ts'
import { digestIndex } from './digest-index.ts'
import { listFilledSubmodules } from './list-filled-submodules.ts'
import { lstatPath } from '../../file/lstat-path.ts'
import type { WorkspaceSetup } from '../setup/check-setup.ts'
import { digestSetup } from '../setup/digest-setup.ts'
import { disarmWorkspace } from './disarm-workspace.ts'
import { excludePatterns } from './exclude-patterns.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { makePrivateFolder } from '../../file/make-private-folder.ts'
import { removeFolder } from '../../file/remove-folder.ts'
import { callOn } from '../call/call-on.ts'
import { runGit } from '../call/run-git.ts'
import { dropSavedSetup, saveSetup } from '../setup/save-setup.ts'
import { runSetup, type SetupLimits } from '../setup/run-setup.ts'
import { readCovered, recordSetup, restoreSetup } from '../setup/setup-record.ts'
import { prepareForReading } from './prepare-for-reading.ts'
import { removeOverlooked } from './remove-overlooked.ts'
import { resetGitDir } from './reset-git-dir.ts'
import type { Slot } from './slot.ts'

export interface Filling {
  base: string
  /** The commit whose files are written to the workspace. */
  tree: string
  /** The prefix of the run's refs, which the agent sees. */
  refsPrefix: string
  identity: string | null
  /** The set-up, in addition to the commit's files; null for none. */
  setup: (WorkspaceSetup & { limits: SetupLimits }) | null
  /** An attempt continues in its slot: ignored files and the agent's `.git` stay. Default: false. */
  continues?: boolean
}

/**
 * Writes of whole trees, at most one per core. More of them slow one another down, so that the first session
 * would wait for the last tree.
 */
const limitFillings = pLimit(availableParallelism())

/**
 * Fills a slot's workspace with exactly the files of a commit, the files of its set-up, and a new `.git`.
 *
 * Correct files stay. A set-up that was changed, or belongs to other lockfiles, runs again; not where an
 * attempt continues. A workspace that git cannot reset (folders without permissions, a missing root) is
 * deleted and filled from scratch.
 */
export const fillWorkspace = async (repository: Repository, slot: Slot, filling: Filling): Promise<void> => {
  makePrivateFolder(slot.folder)
  slot.base = filling.base
  slot.tree = filling.tree
  if (filling.setup === null) slot.setup = null
  const usable = await lstat(slot.workspace).then(
    (found) => found.isDirectory(),
    () => false,
  )
  const refs = repository.git(['for-each-ref', '--format=%(objectname) %(refname)', filling.refsPrefix])
  refs.catch(() => {})
  const continued = usable && filling.continues === true && (await continueWorkspace(repository, slot))
  const reused = continued || (usable && resetGitDir(repository, slot) && (await reuse(slot, filling)))
  if (!reused) await limitFillings(() => fillFromScratch(repository, slot))
  if (slot.setup === null) await dropSavedSetup(slot.folder)
  slot.indexDigest = digestIndex(slot)
  const arm = async (): Promise<void> =>
    armWorkspace(repository, slot, {
      head: filling.base,
      index: join(slot.gitDir, 'index'),
      refs: (await refs).stdout.toString(),
      identity: filling.identity,
    })
  if (!continued || !(await isArmed(slot))) await arm()
  if (filling.setup === null || slot.setup !== null) return
  await runSetup(repository.top, slot.workspace, filling.setup, filling.setup.limits)
  // The commands may have changed files of the commit, and the `.git`.
  await prepareForReading(repository, slot)
  await disarmWorkspace(slot)
  const covered = await readCovered(slot)
  await runGit(['read-tree', '--reset', '-u', slot.tree], callOn(slot))
  slot.indexDigest = digestIndex(slot)
  slot.setup = await recordSetup(slot, await digestSetup(slot, filling.setup), covered)
  await saveSetup(slot.folder, slot.setup)
  await arm()
}

const isArmed = async ({ workspace }: Slot): Promise<boolean> =>
  lstat(join(workspace, '.git')).then(
    (found) => found.isDirectory(),
    () => false,
  )

const reuse = async (slot: Slot, { setup }: Filling): Promise<boolean> => {
  if (!(await cleanAndRead(slot))) return false
  if (slot.setup === null || setup === null) return true
  if (slot.setup.key === (await digestSetup(slot, setup)) && (await restoreSetup(slot, slot.setup)))
    return true
  slot.setup = null
  return cleanAndRead(slot)
}

/**
 * Resets the files. Cleans first: if a folder was moved out and linked back, the stats of its files still
 * match the index, so `read-tree` would trust the link and a later clean would remove it.
 */
const cleanAndRead = async (slot: Slot): Promise<boolean> => {
  const kept = slot.setup?.roots ?? []
  const clean = ['clean', '-ffdxq', ...excludePatterns(kept).flatMap((one) => ['-e', one])]
  try {
    await disarmWorkspace(slot)
    const hadSubmodules = (await lstatPath(slot.workspace, '.gitmodules')) !== null
    await runGit(clean, callOn(slot))
    // Before git writes: later, this could remove a file that git has written in the place of a pipe.
    slot.seen = await removeOverlooked(slot.workspace, new Set(kept), slot.seen)
    await runGit(['read-tree', '--reset', '-u', slot.tree], callOn(slot))
    // Git cleans the folder of a submodule only once the index does not contain the submodule.
    if (hadSubmodules) await runGit(clean, callOn(slot))
    return slot.setup !== null || (await listFilledSubmodules(slot)).length === 0
  } catch {
    return false
  }
}

const fillFromScratch = async (repository: Repository, slot: Slot): Promise<void> => {
  const away = join(slot.folder, `old-${randomBytes(4).toString('hex')}`)
  await rename(slot.workspace, away).catch(() => {})
  await removeFolder(away).catch(() => {})
  await mkdir(slot.workspace, { recursive: true, mode: 0o700 })
  slot.indexDigest = null
  slot.setup = null
  resetGitDir(repository, slot)
  await runGit(['read-tree', '--reset', '-u', slot.tree], callOn(slot))
}
