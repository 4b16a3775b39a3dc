import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder } from '../../../file/make-private-folder.ts'
import type { Repository } from '../../repository/locate-repository.ts'
import { programsFor } from '../../repository/program/programs-for.ts'
import { loadSetup } from '../../setup/save-setup.ts'
import { type Slot, slotAt } from '../slot.ts'
import { findModule } from '../../repository/find-module.ts'
import { findSubmodules, type Submodule } from '../../commit/submodule/find-submodules.ts'

/** An initialised submodule of a slot's tree, and its folder in the workspace, which is a slot too. */
export interface Module extends Submodule {
  /** The user's repository of the submodule. */
  repository: Repository
  slot: Slot
}

/** Lists the initialised submodules of a slot's tree. In the user's own checkout they belong to the user. */
export const listModules = async (repository: Repository, slot: Slot): Promise<Module[]> => {
  const { gitDir, commonDir, top } = repository
  if (slot.workspace === top || ![gitDir, commonDir].some((dir) => existsSync(join(dir, 'modules'))))
    return []
  const modules: Module[] = []
  const began = await findBegun(repository, slot)
  for (const submodule of await findSubmodules(repository, slot.tree)) {
    const module = findModule(repository, submodule)
    if (module === undefined) continue
    const own = slot.modules.get(submodule.path) ?? (await createSlot(slot, submodule))
    slot.modules.set(submodule.path, own)
    own.began = began.get(submodule.path) ?? submodule.commit
    own.programs = await programsFor(module, own.began)
    modules.push({ ...submodule, repository: module, slot: own })
  }
  return modules
}

/**
 * Finds the commits of submodules by path at which the phase began. Git runs their programs, whatever the
 * phase records by now.
 */
const findBegun = async (
  repository: Repository,
  { base, began = base, tree }: Slot,
): Promise<Map<string, string>> => {
  if (began === tree || (await repository.objects.find(`${began}^{commit}`)) === null) return new Map()
  const found = await findSubmodules(repository, began)
  return new Map(found.map(({ path, commit }) => [path, commit]))
}

/**
 * Lists the submodules that a workspace contains: those whose recorded commit the user's repository has. The
 * others stay empty.
 */
export const filledModules = async (repository: Repository, slot: Slot): Promise<Module[]> => {
  const filled: Module[] = []
  for (const module of await listModules(repository, slot)) {
    const { commit } = module
    if ((await module.repository.objects.find(`${commit}^{commit}`)) === null) continue
    Object.assign(module.slot, { base: commit, tree: commit })
    filled.push(module)
  }
  return filled
}

const createSlot = async (slot: Slot, { name, path }: Submodule): Promise<Slot> => {
  const own = slotAt(
    join(slot.folder, 'modules'),
    createHash('sha256').update(path).digest('hex').slice(0, 16),
  )
  makePrivateFolder(own.folder)
  return {
    ...own,
    workspace: join(slot.workspace, path),
    dotGit: join(slot.dotGit, 'modules', name),
    setup: slot.setup && (await loadSetup(own.folder)),
  }
}
