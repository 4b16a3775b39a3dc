import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Change, checkTreePath } from '@amelia/core/plugin'
import { readEdits } from '../attempt/commit-attempt.ts'
import { importCommit } from '../commit/import-commit.ts'
import type { Repository } from '../repository/locate-repository.ts'
import type { Slot } from '../slot/slot.ts'
import { withRepositoryLock } from '../repository/with-repository-lock.ts'

/** What is to be kept before it is taken out of a checkout. */
export interface Left {
  ref: string
  /** The commit that the changes were told against. */
  at: string
  changes: readonly Change[]
  /** The tree of an index that is taken back too. */
  staged: string | null
}

/** Whether git can keep what is at a changed path. What it cannot keep is set aside instead. */
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
 * Keeps what is about to be taken out of a checkout, as commits on what the reference holds already: first what was staged, then the
 * files. So nothing that was kept before becomes unreachable.
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
      const message = 'What was staged in the checkout\n'
      parent = (await importCommit({ ...common, parent, tree: left.staged, edits: [], message })).commit
    }
    if (edits.length === 0) return
    const tree = (await repository.git(['rev-parse', '--verify', `${left.at}^{tree}`])).text
    await importCommit({ ...common, parent, tree, edits, message: 'What was left in the checkout\n' })
  })
}
