import { lstat } from 'node:fs/promises'
import { AmeliaError } from '@amelia/core/plugin'
import { digestIndex } from './digest-index.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { runGit } from '../call/run-git.ts'
import { settleGitDir } from './settle-git-dir.ts'
import type { Slot } from './slot.ts'

/**
 * Settles the git dir for a look at the workspace, whose folder must still be one: else `PATH_DENIED`.
 *
 * Where the index was dropped, a new one without any knowledge of the files is read: every file is compared by content.
 */
export const settleForReading = async (repository: Repository, slot: Slot): Promise<void> => {
  const folder = await lstat(slot.workspace).catch(() => null)
  if (!folder?.isDirectory()) {
    const message = `The workspace ${slot.workspace} is no folder any more: the attempt removed or replaced it.`
    throw new AmeliaError('PATH_DENIED', message, { path: slot.workspace })
  }
  if (await settleGitDir(repository, slot)) return
  await runGit(['read-tree', slot.tree], { gitDir: slot.gitDir, workTree: slot.workspace })
  slot.indexDigest = await digestIndex(slot)
}
