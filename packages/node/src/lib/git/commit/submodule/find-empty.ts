import type { Repository } from '../../repository/locate-repository.ts'
import { findModule } from '../../repository/find-module.ts'
import { findSubmodules } from './find-submodules.ts'

/** Lists the submodules of a commit that stay empty in workspaces, nested ones too. */
export const findEmpty = async (repository: Repository, commit: string): Promise<string[]> => {
  const empty: string[] = []
  for (const submodule of await findSubmodules(repository, commit)) {
    const module = findModule(repository, submodule)
    const isFilled = module && (await module.objects.find(`${submodule.commit}^{commit}`)) !== null
    if (!isFilled) empty.push(submodule.path)
    else for (const path of await findEmpty(module, submodule.commit)) empty.push(`${submodule.path}/${path}`)
  }
  return empty
}
