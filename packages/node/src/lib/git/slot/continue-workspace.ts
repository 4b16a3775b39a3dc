import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { removeFolder } from '../../file/remove-folder.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { callOn } from '../call/call-on.ts'
import { runGit } from '../call/run-git.ts'
import { isPlainFolder } from './module/is-plain-folder.ts'
import { filledModules } from './module/list-modules.ts'
import { excludePatterns } from './exclude-patterns.ts'
import { removeOverlooked } from './remove-overlooked.ts'
import { resetGitDir } from './reset-git-dir.ts'
import type { Slot } from './slot.ts'

/**
 * Makes the tracked and unignored files of a workspace those of the slot's tree. Returns whether it
 * succeeded.
 *
 * Ignored files, the files of the set-up and the agent's `.git` stay, so that an attempt continues where it
 * was. The tree's own rules decide what is ignored.
 */
export const continueWorkspace = async (repository: Repository, slot: Slot): Promise<boolean> => {
  const call = callOn(slot)
  try {
    const isKnown = resetGitDir(repository, slot)
    await clearFolders(slot)
    // First only the index, with the stats of correct files: git then writes only the others.
    await runGit(['read-tree', ...(isKnown ? ['--reset'] : []), slot.tree], call)
    await runGit(['update-index', '-q', '--refresh'], { ...call, accept: [0, 1] })
    await runGit(['read-tree', '--reset', '-u', slot.tree], call)
    const kept = slot.setup?.roots ?? []
    const clean = ['clean', '-ffd', ...excludePatterns(kept).flatMap((one) => ['-e', one])]
    // Removing an ignore file shows what it ignored.
    while (/\.gitignore"?$/m.test((await runGit(clean, call)).text)) continue
    const args = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z']
    const ignored = await list(slot, args)
    const filled = (await filledModules(repository, slot)).map(({ path }) => path)
    await removeOverlooked(slot.workspace, new Set([...kept, ...ignored, ...filled, '.git']))
    return filled.every((path) => isPlainFolder(slot.workspace, path))
  } catch {
    return false
  }
}

/** Removes links and files where the tree has folders: git would trust the files behind a link. */
const clearFolders = async (slot: Slot): Promise<void> => {
  for (const folder of await list(slot, [
    'ls-tree',
    '-r',
    '-d',
    '-z',
    '--name-only',
    '--full-tree',
    slot.tree,
  ])) {
    const path = join(slot.workspace, folder)
    const found = await lstat(path).catch(() => null)
    if (found !== null && !found.isDirectory()) await removeFolder(path)
  }
}

const list = async (slot: Slot, args: string[]): Promise<string[]> => {
  const { stdout } = await runGit(args, callOn(slot))
  return stdout
    .toString()
    .split('\0')
    .filter((path) => path !== '')
}
