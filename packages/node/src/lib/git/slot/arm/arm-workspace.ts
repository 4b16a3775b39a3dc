import { randomBytes } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { disarmWorkspace } from './disarm-workspace.ts'
import type { Repository } from '../../repository/locate-repository.ts'
import type { Slot } from '../slot.ts'
import { type Arming, writeGitDir } from './write-git-dir.ts'

/**
 * Gives the workspace a new `.git`: a clean detached checkout with the run's refs, the user's objects, the
 * user's ignore rules, and the URLs of the user's remotes, to which it cannot push. Submodules get one each.
 *
 * The `.git` has no access to the user's refs, other configuration, hooks or stash. It is built beside the
 * workspace and renamed into place, so a concurrent process cannot redirect the writes. The calls that write
 * are synchronous: these are twenty small ones, and each would cost ten times as much.
 */
export const armWorkspace = async (repository: Repository, slot: Slot, arming: Arming): Promise<void> => {
  const skeleton = join(slot.folder, `new-${randomBytes(4).toString('hex')}`)
  const modules = await writeGitDir(skeleton, repository, slot, arming)
  await disarmWorkspace(slot)
  renameSync(skeleton, slot.dotGit)
  for (const { slot: own } of modules) {
    const file = join(own.folder, `new-${randomBytes(4).toString('hex')}`)
    writeFileSync(file, `gitdir: ${relative(own.workspace, own.dotGit)}\n`)
    await disarmWorkspace(own)
    renameSync(file, join(own.workspace, '.git'))
  }
}
