import { AmeliaError, type CommitAttemptRequest } from '@amelia/core/plugin'
import { readEntries } from '../commit/read-entries.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { keepCommit } from '../commit/submodule/keep-commit.ts'
import type { Slot } from '../slot/slot.ts'
import { isPlainFolder } from '../slot/module/is-plain-folder.ts'
import { bringCommit, movedModules } from './bring-commit.ts'
import { findUnfiltered } from './find-unfiltered.ts'
import { filledModules, type Module } from '../slot/module/list-modules.ts'
import { readPointers } from '../slot/module/read-pointers.ts'

/**
 * Reads the commits at which changes leave submodules, by path, and keeps them in the user's repositories of
 * the submodules. Throws `PATH_DENIED` for a commit that exists nowhere.
 */
export const keepPointers = async (
  repository: Repository,
  slot: Slot,
  { changes, ref }: Pick<CommitAttemptRequest, 'changes' | 'ref'>,
): Promise<Map<string, string>> => {
  const paths = changes
    .filter(({ path, kind }) => kind === 'modified' && isPlainFolder(slot.workspace, path))
    .map(({ path }) => path)
  if (paths.length === 0) return new Map()
  const recorded = await readEntries(repository, slot.tree, paths)
  const modules = new Map((await filledModules(repository, slot)).map((module) => [module.path, module]))
  const moved = await readPointers(
    slot,
    [...modules.keys()].filter((path) => paths.includes(path)),
  )
  const pointers = new Map<string, string>()
  const runPrefix = `${ref.split('/').slice(0, 3).join('/')}/`
  for (const path of paths) {
    const entry = recorded.get(path)
    const commit = moved.get(path) ?? (entry?.mode === '160000' ? entry.id : undefined)
    if (commit === undefined) continue
    const module = modules.get(path)
    // Empty in the workspace: it stays at the commit of the tree.
    if (module !== undefined) {
      await bring(module, commit)
      await checkFilters(module, commit)
      await keepCommits(module, commit, runPrefix)
    }
    pointers.set(path, commit)
  }
  return pointers
}

const bring = async (module: Module, commit: string): Promise<void> => {
  const missing = await bringCommit(module, commit)
  if (missing === null) return
  const which = missing === module.path ? `its commit ${commit}` : `the commit of its submodule ${missing}`
  const message = `${JSON.stringify(module.path)} cannot be committed: ${which} exists neither in the workspace nor in ${module.repository.gitDir}. Check out a commit there that exists.`
  throw new AmeliaError('PATH_DENIED', message, { path: missing })
}

/** Throws `PATH_DENIED` for a file that was committed without its filter in a submodule, or a nested one. */
const checkFilters = async (module: Module, commit: string, folder = `${module.path}/`): Promise<void> => {
  const path = await findUnfiltered(module, commit)
  if (path !== undefined) {
    const message = `${JSON.stringify(`${folder}${path}`)} was committed in its submodule without its filter, because only the engine's git runs filters of your configuration. Leave the file as it is, or change it outside of the run.`
    throw new AmeliaError('PATH_DENIED', message, { path: `${folder}${path}` })
  }
  for (const nested of await movedModules(module, commit))
    await checkFilters(nested, nested.commit, `${folder}${nested.path}/`)
}

/** Keeps a commit of a submodule, and the commits of the submodules in it. */
const keepCommits = async (module: Module, commit: string, runPrefix: string): Promise<void> => {
  await keepCommit(module.repository, commit, runPrefix)
  for (const nested of await movedModules(module, commit)) await keepCommits(nested, nested.commit, runPrefix)
}
