import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Change, checkTreePath } from '@amelia/core/plugin'
import { readEdits } from '../../attempt/commit-attempt.ts'
import { importCommit } from '../../commit/import-commit.ts'
import type { Repository } from '../../repository/locate-repository.ts'
import type { Slot } from '../../slot/slot.ts'
import { withRepositoryLock } from '../../repository/with-repository-lock.ts'

/** Work to commit to a ref before it is removed from a checkout. */
export interface Left {
  ref: string
  /** The commit that the changes were computed against. */
  at: string
  changes: readonly Change[]
  /** The tree of an index that is reverted too. */
  staged: string | null
}

/** Whether git can store a changed path. The others are set aside instead. */
export const isStorable = async (top: string, { path, kind }: Change): Promise<boolean> => {
  if (kind === 'nested_repository') return false
  try {
    checkTreePath(path)
  } catch {
    return false
  }
  const found = await lstat(join(top, path)).catch(() => null)
  return found === null || found.isFile() || found.isDirectory() || found.isSymbolicLink()
}

/**
 * Commits work that is about to be removed from a checkout, on top of the ref's present commit: first the
 * staged tree, then the files. Work that the ref contained before stays reachable.
 */
export const keepLeft = async (repository: Repository, slot: Slot, left: Left): Promise<void> => {
  const changes: Change[] = []
  for (const change of left.changes) if (await isStorable(slot.workspace, change)) changes.push(change)
  const edits = await readEdits(repository, slot, changes)
  const date = Math.floor(Date.now() / 1000)
  const common = {
    repository,
    gitDir: slot.gitDir,
    workTree: slot.workspace,
    ref: left.ref,
    identity: { author: 'Amelia <amelia@localhost>', committer: 'Amelia <amelia@localhost>' },
    date,
  }
  await withRepositoryLock(repository.commonDir, async () => {
    const found = await repository.git(['rev-parse', '--quiet', '--verify', `${left.ref}^{commit}`], {
      accept: [0, 1],
    })
    let parent = found.text || left.at
    if (left.staged !== null) {
      const message = 'Staged changes of the checkout\n'
      parent = (await importCommit({ ...common, parent, tree: left.staged, edits: [], message })).commit
    }
    if (edits.length === 0) return
    const tree = (await repository.git(['rev-parse', '--verify', `${left.at}^{tree}`])).text
    await importCommit({ ...common, parent, tree, edits, message: 'Changes left in the checkout\n' })
  })
}
