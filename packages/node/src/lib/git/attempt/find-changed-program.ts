import { readEntries } from '../commit/read-entries.ts'
import type { Module } from '../slot/module/list-modules.ts'
import { movedModules } from './bring-commit.ts'

/**
 * Finds the setting of git that runs a file of a submodule which differs at another commit; undefined for
 * none, and for a commit that exists nowhere. Submodules in it count too.
 */
export const findChangedProgram = async (module: Module, to: string): Promise<string | undefined> => {
  const { repository, commit, slot } = module
  const { files } = slot.programs
  if ((await repository.objects.find(`${to}^{commit}`)) === null) return undefined
  const [before, after] = await Promise.all(
    [slot.began ?? commit, to].map((one) => readEntries(repository, one, [...files.keys()])),
  )
  for (const [path, setting] of files)
    if (before?.get(path)?.id !== after?.get(path)?.id || before?.get(path)?.mode !== after?.get(path)?.mode)
      return setting
  for (const nested of await movedModules(module, to)) {
    const setting = await findChangedProgram(nested, nested.commit)
    if (setting !== undefined) return setting
  }
  return undefined
}
