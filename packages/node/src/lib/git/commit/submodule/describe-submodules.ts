import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Repository } from '../../repository/locate-repository.ts'
import { findEmpty } from './find-empty.ts'
import { isFolder } from '../../repository/find-module.ts'

/** Describes the submodules of the user's checkout in one note, and how to fill those that stay empty. */
export const describeSubmodules = async (repository: Repository, head: string | null): Promise<string[]> => {
  const { top } = repository
  if (!existsSync(join(top, '.gitmodules'))) return []
  const empty = head === null ? [] : await findEmpty(repository, head)
  if (empty.length === 0)
    return ['The repository has submodules. Workspaces contain those that are initialised.']
  // Git creates such a repository for `git submodule add` of a folder that is one.
  const isEmbedded = empty.some((path) => isFolder(join(top, path, '.git')))
  const commands = [
    ...(isEmbedded ? ['git submodule absorbgitdirs'] : []),
    'git submodule update --init --recursive',
  ]
  return [
    `The repository has submodules. These are empty in workspaces: ${empty.join(', ')}. To fill them, before the run: ${commands.join(' && ')}`,
  ]
}
