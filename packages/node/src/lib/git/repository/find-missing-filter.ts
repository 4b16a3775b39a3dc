import { access, constants } from 'node:fs/promises'
import { delimiter, isAbsolute, resolve } from 'node:path'
import { findAttributes } from './program/find-attributes.ts'
import { openTree } from './program/commit-tree.ts'
import { selectedFilters } from './program/find-samples.ts'
import { readPrograms } from './program/read-programs.ts'
import type { Repository } from './locate-repository.ts'

/**
 * Explains which filter that files of HEAD require has no program; undefined if none. Runs no program.
 *
 * Git looks for a program with a slash from the root of the repository, and for others in `PATH`.
 */
export const findMissingFilter = async (repository: Repository): Promise<string | undefined> => {
  const { filters } = await readPrograms(repository)
  const required = filters.filter(({ isRequired }) => isRequired)
  const head = required.length === 0 ? null : await repository.objects.find('HEAD^{commit}')
  if (head === null) return undefined
  const used = await selectedFilters(repository, await findAttributes(repository.objects, head.id))
  for (const { name, commands } of required) {
    if (!used.includes(name)) continue
    for (const command of commands.values()) {
      const [program = ''] = command.trim().split(/\s+/)
      // Commands with quotes or shell syntax are not checked.
      if (!/^[\w./+-]+$/.test(program) || (await isThere(repository, head.id, program))) continue
      return `Files in this repository need the git filter "${name}", but its program ${program} is not installed. Install it (Git LFS: git-lfs), or remove the filter from the configuration.`
    }
  }
  return undefined
}

const isThere = async ({ objects, top }: Repository, commit: string, program: string): Promise<boolean> => {
  const isPath = program.includes('/')
  const folders = isPath ? [top] : (process.env['PATH'] ?? '').split(delimiter)
  for (const folder of folders) if (await isExecutable(resolve(top, folder, program))) return true
  // The checkout may lack a file that the commit has.
  return (
    isPath &&
    !isAbsolute(program) &&
    (await openTree(objects, commit).find(resolve('/', program).slice(1))) !== undefined
  )
}

const isExecutable = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
