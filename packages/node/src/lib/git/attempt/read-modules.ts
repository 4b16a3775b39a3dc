import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Change } from '@amelia/core/plugin'
import type { Repository } from '../repository/locate-repository.ts'
import { findSubmodules } from '../commit/submodule/find-submodules.ts'
import { isPlainFolder } from '../slot/module/is-plain-folder.ts'
import { bringCommit } from './bring-commit.ts'
import { findChangedProgram } from './find-changed-program.ts'
import type { Module } from '../slot/module/list-modules.ts'
import { readPointers } from '../slot/module/read-pointers.ts'
import type { Slot } from '../slot/slot.ts'

/** A folder with a repository, in the place of which the base or the index has an entry. */
export interface Gitlink {
  path: string
  /** Mode and id in the base. */
  base: { mode: string; id: string }
  /** The commit in the index; null if that has no submodule there. */
  indexId: string | null
  /** Whether the commit on disk is another one than in the index. */
  moved: boolean
}

export interface ReadModules {
  modules: readonly Module[]
  gitlinks: readonly Gitlink[]
  /** Reads the changes of a submodule. */
  readChanges(repository: Repository, slot: Slot): Promise<Change[]>
}

/**
 * Returns the changes of submodules: those whose commit differs from the base, and the changes inside that
 * no commit contains. A repository in the folder of a submodule that was never initialised is a nested one.
 */
export const readModules = async (
  repository: Repository,
  slot: Slot,
  { modules, gitlinks, readChanges }: ReadModules,
): Promise<Change[]> => {
  const changes: Change[] = []
  const left = new Map<string, string>()
  const known = new Set(modules.map(({ path }) => path))
  const moved = gitlinks.filter((one) => one.moved && known.has(one.path)).map(({ path }) => path)
  const pointers = await readPointers(slot, moved)
  for (const { path, base, indexId, moved: isMoved } of gitlinks) {
    const at = pointers.get(path) ?? indexId
    const isUnknown = at === null || base.mode !== '160000' || (isMoved && !known.has(path))
    if (isUnknown) changes.push({ path, kind: 'nested_repository' })
    else if (at !== base.id) left.set(path, at)
  }
  // The base decides what is ignored: an attempt must not hide its own changes.
  const rules = modules.length === 0 ? [] : await findSubmodules(repository, slot.base)
  for (const module of modules) {
    const { ignore = 'none' } = rules.find(({ name }) => name === module.name) ?? {}
    if (ignore === 'all' || ignore === 'dirty') continue
    for (const { path, kind } of await readInside(slot, module, {
      moved: pointers.get(module.path),
      readChanges,
    }))
      if (kind !== 'added' || ignore !== 'untracked')
        changes.push({ path: `${module.path}/${path}`, kind: 'in_submodule' })
  }
  for (const [path, commit] of left) {
    const module = modules.find((one) => one.path === path)
    const program = module && (await findChangedProgram(module, commit))
    changes.push({ path, kind: 'modified', ...(program !== undefined && { program }) })
  }
  return changes
}

/** Returns the changes inside a submodule from the commit that it is at. */
const readInside = async (
  slot: Slot,
  module: Module,
  { moved, readChanges }: Pick<ReadModules, 'readChanges'> & { moved: string | undefined },
): Promise<Change[]> => {
  const { path, repository, slot: own, commit } = module
  if (!isPlainFolder(slot.workspace, path)) return []
  // An empty folder is a submodule that the attempt removed with `git submodule deinit`.
  if (!existsSync(join(own.workspace, '.git')) && readdirSync(own.workspace).length === 0) return []
  if (moved !== undefined) {
    // A commit that exists nowhere is refused when it is committed.
    if ((await bringCommit(module, moved)) !== null) return []
    Object.assign(own, { base: moved, tree: moved, indexDigest: null })
  }
  try {
    return await readChanges(repository, own)
  } finally {
    if (moved !== undefined) Object.assign(own, { base: commit, tree: commit, indexDigest: null })
  }
}
