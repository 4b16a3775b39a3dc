import { realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { AmeliaError } from '@amelia/core/plugin'
import { quotePath } from '../call/quote-path.ts'
import { readEntries } from '../commit/read-entries.ts'
import type { Slot } from '../slot/slot.ts'
import { listModules, type Module } from '../slot/module/list-modules.ts'

/**
 * Copies a commit that a submodule has in its workspace to the user's repository of the submodule, without a
 * reference; for the submodules in it, too. Returns the path of a submodule whose commit exists nowhere, or
 * null.
 */
export const bringCommit = async (module: Module, commit: string): Promise<string | null> => {
  if (!(await bring(module, commit))) return module.path
  for (const nested of await movedModules(module, commit)) {
    const missing = await bringCommit(nested, nested.commit)
    if (missing !== null) return `${module.path}/${missing}`
  }
  return null
}

/** Lists the submodules of a submodule whose commits differ from those of its recorded commit. */
export const movedModules = async (
  { repository, slot, commit: recorded }: Module,
  commit: string,
): Promise<Module[]> => {
  const modules = await listModules(repository, { ...slot, tree: commit })
  const paths = modules.map(({ path }) => path)
  const before = await readEntries(repository, recorded, paths)
  return modules.filter((nested) => before.get(nested.path)?.id !== nested.commit)
}

/** Whether a path in a slot exists, and leads through no link. */
const isReal = ({ folder }: Slot, path: string): boolean => {
  try {
    return realpathSync(path) === join(realpathSync(folder), relative(folder, path))
  } catch {
    return false
  }
}

const bring = async ({ repository, slot, commit: recorded }: Module, commit: string): Promise<boolean> => {
  if ((await repository.objects.find(`${commit}^{commit}`)) !== null) return true
  // The agent may have put a clone in the place of the folder.
  const stores = [slot.dotGit, join(slot.workspace, '.git')].filter((dir) =>
    isReal(slot, join(dir, 'objects')),
  )
  if (stores.length === 0) return false
  const env = {
    GIT_ALTERNATE_OBJECT_DIRECTORIES: stores.map((dir) => quotePath(join(dir, 'objects'))).join(':'),
  }
  try {
    const known = ['--not', '--all', ...(recorded === commit ? [] : [recorded])]
    const { stdout } = await repository.git(['rev-list', '--objects', commit, ...known], { env })
    const packed = await repository.git(['pack-objects', '-q', '--stdout'], { input: stdout, env })
    // Computes each id from the content, and refuses objects that refer to missing ones.
    await repository.git(['index-pack', '--strict', '--stdin'], { input: packed.stdout })
  } catch (error) {
    if (!AmeliaError.is(error, 'GIT_FAILED')) throw error
    return false
  }
  return (await repository.objects.find(`${commit}^{commit}`)) !== null
}
