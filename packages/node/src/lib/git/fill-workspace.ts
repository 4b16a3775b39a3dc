import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { isGitName } from '@amelia/core/plugin'
import { armWorkspace } from './arm-workspace.ts'
import { digestIndex } from './digest-index.ts'
import { disarmWorkspace } from './disarm-workspace.ts'
import type { Repository } from './locate-repository.ts'
import { makePrivateFolder } from './make-private-folder.ts'
import { removeFolder } from './remove-folder.ts'
import { runGit } from './run-git.ts'
import { settleGitDir } from './settle-git-dir.ts'
import type { Slot } from './slot.ts'

export interface Filling {
  base: string
  /** The commit whose files are put there. */
  tree: string
  /** The run's references, for the agent to see. */
  refsPrefix: string
  identity: string | null
}

/**
 * Puts exactly the files of a commit into a slot's workspace, and a fresh `.git`.
 *
 * What was right stays. A workspace that git cannot bring in order (folders without rights, a root that is gone) is
 * thrown away and filled anew.
 */
export const fillWorkspace = async (repository: Repository, slot: Slot, filling: Filling): Promise<void> => {
  makePrivateFolder(slot.folder)
  slot.base = filling.base
  slot.tree = filling.tree
  const usable = await lstat(slot.workspace).then(
    (found) => found.isDirectory(),
    () => false,
  )
  const refs = repository.git(['for-each-ref', '--format=%(objectname) %(refname)', filling.refsPrefix])
  refs.catch(() => {})
  const reused = usable && (await settleGitDir(repository, slot)) && (await reuse(slot))
  if (!reused) await fillAnew(repository, slot)
  slot.indexDigest = await digestIndex(slot)
  await armWorkspace(repository, slot, {
    head: filling.base,
    index: join(slot.gitDir, 'index'),
    refs: (await refs).stdout.toString(),
    identity: filling.identity,
  })
}

/**
 * Clean first: a folder that was moved out and linked back keeps what git knows of its files, so `read-tree` would trust
 * the link, and a later clean would drop it.
 */
const reuse = async (slot: Slot): Promise<boolean> => {
  const call = { gitDir: slot.gitDir, workTree: slot.workspace }
  try {
    await disarmWorkspace(slot)
    await runGit(['clean', '-ffdxq'], call)
    await Promise.all([
      removeOverlooked(slot.workspace),
      runGit(['read-tree', '--reset', '-u', slot.tree], call),
    ])
    return true
  } catch {
    return false
  }
}

/** What git's own clean looks past: names like `.git` in folders with tracked files, pipes and sockets. */
const removeOverlooked = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name)
      const known = entry.isFile() || entry.isDirectory() || entry.isSymbolicLink()
      if (!known || isGitName(entry.name)) await removeFolder(path)
      else if (entry.isDirectory()) await removeOverlooked(path)
    }),
  )
}

const fillAnew = async (repository: Repository, slot: Slot): Promise<void> => {
  const away = join(slot.folder, `old-${randomBytes(4).toString('hex')}`)
  await rename(slot.workspace, away).catch(() => {})
  await removeFolder(away).catch(() => {})
  await mkdir(slot.workspace, { recursive: true, mode: 0o700 })
  slot.indexDigest = null
  await settleGitDir(repository, slot)
  await runGit(['read-tree', '--reset', '-u', slot.tree], {
    gitDir: slot.gitDir,
    workTree: slot.workspace,
  })
}
