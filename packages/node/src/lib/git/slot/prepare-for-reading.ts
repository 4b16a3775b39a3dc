import { lstat } from 'node:fs/promises'
import { AmeliaError } from '@amelia/core/plugin'
import { digestIndex } from './digest-index.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { callOn } from '../call/call-on.ts'
import { runGit } from '../call/run-git.ts'
import { resetGitDir } from './reset-git-dir.ts'
import type { Slot } from './slot.ts'

/**
 * Prepares the git dir for reading the workspace. Throws `PATH_DENIED` if the attempt removed or replaced its
 * folder.
 *
 * If the index was deleted, reads a new one without stats of the files, so git compares every file by
 * content.
 */
export const prepareForReading = async (repository: Repository, slot: Slot): Promise<void> => {
  const folder = await lstat(slot.workspace).catch(() => null)
  if (!folder?.isDirectory()) {
    const message = `The workspace ${slot.workspace} is not a folder: the attempt removed or replaced it.`
    throw new AmeliaError('PATH_DENIED', message, { path: slot.workspace })
  }
  if (resetGitDir(repository, slot)) return
  await runGit(['read-tree', slot.tree], callOn(slot))
  slot.indexDigest = digestIndex(slot)
}
