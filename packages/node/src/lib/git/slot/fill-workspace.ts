import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { isGitName } from '@amelia/core/plugin'
import { armWorkspace } from './arm-workspace.ts'
import { digestIndex } from './digest-index.ts'
import type { WorkspaceSetup } from '../setup/check-setup.ts'
import { digestSetup } from '../setup/digest-setup.ts'
import { disarmWorkspace } from './disarm-workspace.ts'
import { excludePatterns } from './exclude-patterns.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { makePrivateFolder } from './make-private-folder.ts'
import { removeFolder } from '../../file/remove-folder.ts'
import { runGit } from '../call/run-git.ts'
import { runSetup, type SetupLimits } from '../setup/run-setup.ts'
import { readCovered, recordSetup, restoreSetup } from '../setup/setup-record.ts'
import { settleForReading } from './settle-for-reading.ts'
import { settleGitDir } from './settle-git-dir.ts'
import type { Slot } from './slot.ts'

export interface Filling {
  base: string
  /** The commit whose files are put there. */
  tree: string
  /** The run's references, for the agent to see. */
  refsPrefix: string
  identity: string | null
  /** What a workspace needs beside the files; null for nothing. */
  setup: (WorkspaceSetup & { limits: SetupLimits }) | null
}

/**
 * Puts exactly the files of a commit into a slot's workspace, what its set-up makes, and a fresh `.git`.
 *
 * What was right stays. A set-up that is another commit's, or that something was changed in, is made anew. A workspace that
 * git cannot bring in order (folders without rights, a root that is gone) is thrown away and filled anew.
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
  const reused = usable && (await settleGitDir(repository, slot)) && (await reuse(slot, filling))
  if (!reused) await fillAnew(repository, slot)
  slot.indexDigest = await digestIndex(slot)
  const arm = async (): Promise<void> =>
    armWorkspace(repository, slot, {
      head: filling.base,
      index: join(slot.gitDir, 'index'),
      refs: (await refs).stdout.toString(),
      identity: filling.identity,
    })
  await arm()
  if (filling.setup === null || slot.setup !== null) return
  await runSetup(repository.top, slot.workspace, filling.setup, filling.setup.limits)
  // Its commands may have changed files of the commit, and the `.git` that they saw.
  await settleForReading(repository, slot)
  await disarmWorkspace(slot)
  const covered = await readCovered(slot)
  await runGit(['read-tree', '--reset', '-u', slot.tree], callOn(slot))
  slot.indexDigest = await digestIndex(slot)
  slot.setup = await recordSetup(slot, await digestSetup(slot, filling.setup), covered)
  await arm()
}

const callOn = ({ gitDir, workspace }: Slot) => ({ gitDir, workTree: workspace })

const reuse = async (slot: Slot, { setup }: Filling): Promise<boolean> => {
  if (!(await cleanAndRead(slot))) return false
  if (slot.setup === null || setup === null) return true
  if (slot.setup.key === (await digestSetup(slot, setup)) && (await restoreSetup(slot, slot.setup)))
    return true
  slot.setup = null
  return cleanAndRead(slot)
}

/**
 * Clean first: a folder that was moved out and linked back keeps what git knows of its files, so `read-tree` would trust
 * the link, and a later clean would drop it.
 */
const cleanAndRead = async (slot: Slot): Promise<boolean> => {
  const kept = slot.setup?.roots ?? []
  try {
    await disarmWorkspace(slot)
    await runGit(['clean', '-ffdxq', ...excludePatterns(kept).flatMap((one) => ['-e', one])], callOn(slot))
    // Before git writes: a pipe in the place of a file would otherwise be removed when it is the file already.
    await removeOverlooked(slot.workspace, '', new Set(kept))
    await runGit(['read-tree', '--reset', '-u', slot.tree], callOn(slot))
    return true
  } catch {
    return false
  }
}

/** What git's own clean looks past: names like `.git` in folders with tracked files, pipes and sockets. */
const removeOverlooked = async (root: string, folder: string, kept: ReadonlySet<string>): Promise<void> => {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
  await Promise.all(
    entries.map(async (entry) => {
      const path = `${folder}${entry.name}`
      if (kept.has(path) || kept.has(`${path}/`)) return
      const known = entry.isFile() || entry.isDirectory() || entry.isSymbolicLink()
      if (!known || isGitName(entry.name)) await removeFolder(join(root, path))
      else if (entry.isDirectory()) await removeOverlooked(root, `${path}/`, kept)
    }),
  )
}

const fillAnew = async (repository: Repository, slot: Slot): Promise<void> => {
  const away = join(slot.folder, `old-${randomBytes(4).toString('hex')}`)
  await rename(slot.workspace, away).catch(() => {})
  await removeFolder(away).catch(() => {})
  await mkdir(slot.workspace, { recursive: true, mode: 0o700 })
  slot.indexDigest = null
  slot.setup = null
  await settleGitDir(repository, slot)
  await runGit(['read-tree', '--reset', '-u', slot.tree], callOn(slot))
}
