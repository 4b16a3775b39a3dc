import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { armWorkspace } from './arm/arm-workspace.ts'
import { continueWorkspace } from './continue-workspace.ts'
import { digestIndex } from './digest-index.ts'
import { listFilledSubmodules } from './list-filled-submodules.ts'
import { lstatPath } from '../../file/lstat-path.ts'
import type { WorkspaceSetup } from '../setup/check-setup.ts'
import { digestSetup } from '../setup/digest-setup.ts'
import { disarmWorkspace } from './arm/disarm-workspace.ts'
import { excludePatterns } from './exclude-patterns.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { workingPrograms } from '../repository/program/programs-for.ts'
import { makePrivateFolder } from '../../file/make-private-folder.ts'
import { removeFolder } from '../../file/remove-folder.ts'
import { callOn } from '../call/call-on.ts'
import { runGit } from '../call/run-git.ts'
import { dropSavedSetup, saveSetup } from '../setup/save-setup.ts'
import { runSetup, type SetupLimits } from '../setup/run-setup.ts'
import { readCovered, recordSetup, restoreSetup } from '../setup/setup-record.ts'
import { isFolder } from '../repository/find-module.ts'
import { isPlainFolder } from './module/is-plain-folder.ts'
import { filledModules } from './module/list-modules.ts'
import { readPointers } from './module/read-pointers.ts'
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
 * Fills a slot's workspace with exactly the files of a commit and of its initialised submodules, the files of
 * its set-up, and a new `.git`.
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
  const refs = repository.git(['for-each-ref', '--format=%(objectname) %(refname)', filling.refsPrefix])
  refs.catch(() => {})
  const continued = await fillFiles(repository, slot, filling)
  const arm = async (): Promise<void> =>
    armWorkspace(repository, slot, {
      head: filling.base,
      index: join(slot.gitDir, 'index'),
      refs: (await refs).stdout.toString(),
      identity: filling.identity,
    })
  if (!continued || !(await isArmed(repository, slot))) await arm()
  if (filling.setup === null || slot.setup !== null) return
  await runSetup(repository.top, slot.workspace, filling.setup, filling.setup.limits)
  // The commands may have changed files of the commit, and the `.git`.
  await record(repository, slot, filling.setup)
  await arm()
}

/**
 * Fills a slot and its submodules, without a `.git`. Returns whether the attempt continues. Leaves `setup`
 * null if the set-up has to run.
 */
const fillFiles = async (
  repository: Repository,
  slot: Slot,
  filling: Pick<Filling, 'setup' | 'continues'>,
): Promise<boolean> => {
  const usable = isFolder(slot.workspace)
  const continued = usable && filling.continues === true && (await continueWorkspace(repository, slot))
  const reused =
    continued || (usable && resetGitDir(repository, slot) && (await reuse(repository, slot, filling)))
  if (!reused) await limitFillings(() => fillFromScratch(repository, slot))
  if (slot.setup === null) await dropSavedSetup(slot.folder)
  slot.indexDigest = digestIndex(slot)
  const hasSetup = slot.setup !== null
  for (const module of await filledModules(repository, slot)) {
    module.slot.programs = await workingPrograms(module.repository, module.slot.began ?? module.commit)
    if (!hasSetup) module.slot.setup = null
    await fillFiles(module.repository, module.slot, { ...filling, continues: continued })
    if (module.slot.setup === null) slot.setup = null
  }
  // The set-up of a submodule is part of the workspace's, which is created again.
  if (hasSetup && slot.setup === null) return fillFiles(repository, slot, { ...filling, continues: false })
  return continued
}

/** Fills the submodules of a workspace with those of the slot's tree. Ignored files and the set-up stay. */
export const continueModules = async (repository: Repository, slot: Slot): Promise<void> => {
  for (const module of await filledModules(repository, slot))
    await fillFiles(module.repository, module.slot, { setup: null, continues: true })
}

/** Restores the files of the commit after the set-up, and records its files. */
const record = async (repository: Repository, slot: Slot, setup: WorkspaceSetup): Promise<void> => {
  await prepareForReading(repository, slot)
  await disarmWorkspace(slot)
  const covered = await readCovered(slot)
  await runGit(['read-tree', '--reset', '-u', slot.tree], callOn(slot))
  slot.indexDigest = digestIndex(slot)
  slot.setup = await recordSetup(slot, await digestSetup(slot, setup), covered)
  await saveSetup(slot.folder, slot.setup)
  for (const module of await filledModules(repository, slot)) {
    if (!isPlainFolder(slot.workspace, module.path)) await fillFromScratch(module.repository, module.slot)
    await record(module.repository, module.slot, setup)
  }
}

/** Whether the agent's `.git` is a folder, and those of the submodules lead to their recorded commits. */
const isArmed = async (repository: Repository, slot: Slot): Promise<boolean> => {
  if (!isFolder(slot.dotGit)) return false
  const modules = await filledModules(repository, slot)
  if (!modules.every((module) => existsSync(join(module.slot.workspace, '.git')))) return false
  const paths = modules.map(({ path }) => path)
  if (paths.length > 0 && (await readPointers(slot, paths)).size > 0) return false
  for (const module of modules) if (!(await isArmed(module.repository, module.slot))) return false
  return true
}

const reuse = async (
  repository: Repository,
  slot: Slot,
  { setup }: Pick<Filling, 'setup'>,
): Promise<boolean> => {
  if (!(await cleanAndRead(repository, slot))) return false
  if (slot.setup === null || setup === null) return true
  if (slot.setup.key === (await digestSetup(slot, setup)) && (await restoreSetup(slot, slot.setup)))
    return true
  slot.setup = null
  return cleanAndRead(repository, slot)
}

/**
 * Resets the files. Cleans first: if a folder was moved out and linked back, the stats of its files still
 * match the index, so `read-tree` would trust the link and a later clean would remove it.
 */
const cleanAndRead = async (repository: Repository, slot: Slot): Promise<boolean> => {
  const kept = slot.setup?.roots ?? []
  const clean = ['clean', '-ffdxq', ...excludePatterns(kept).flatMap((one) => ['-e', one])]
  try {
    await disarmWorkspace(slot)
    const filled = (await filledModules(repository, slot)).map(({ path }) => path)
    const hadSubmodules = (await lstatPath(slot.workspace, '.gitmodules')) !== null
    await runGit(clean, callOn(slot))
    // Before git writes: later, this could remove a file that git has written in the place of a pipe.
    slot.seen = await removeOverlooked(slot.workspace, new Set([...kept, ...filled]), slot.seen)
    await runGit(['read-tree', '--reset', '-u', slot.tree], callOn(slot))
    // Git cleans the folder of a submodule only once the index does not contain the submodule.
    if (hadSubmodules) await runGit(clean, callOn(slot))
    if (!filled.every((path) => isPlainFolder(slot.workspace, path))) return false
    return slot.setup !== null || (await listFilledSubmodules(slot, new Set(filled))).length === 0
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
