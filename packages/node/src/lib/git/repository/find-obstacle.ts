import { access, constants, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { whyNotPrivate } from '../../file/make-private-folder.ts'
import { userFolderIn } from '../../range/shared-folder.ts'
import { join } from 'node:path'
import { findMissingFilter } from './find-missing-filter.ts'
import type { Repository } from './locate-repository.ts'

/** Explains why a run cannot start in a repository, and what to do; undefined if it can. Writes nothing. */
export const findObstacle = async (
  repository: Repository,
  slots: string | undefined,
): Promise<string | undefined> => {
  const { commonDir } = repository
  for (const folder of [commonDir, join(commonDir, 'objects'), join(commonDir, 'refs')])
    if (!(await isUsable(folder)))
      return `${folder} is not writable, but a run stores its commits and its journal there. Make it writable, or run in a clone.`
  const temporary = tmpdir()
  if (slots === undefined && !(await isUsable(temporary)))
    return `The temporary folder ${temporary} is missing or not writable, but workspaces are created there. Create it, or set TMPDIR to another folder.`
  const problem = slots === undefined ? whyNotPrivate(userFolderIn(temporary)) : undefined
  return problem ?? findMissingFilter(repository)
}

const isUsable = async (folder: string): Promise<boolean> => {
  try {
    await access(folder, constants.W_OK | constants.X_OK)
    return (await stat(folder)).isDirectory()
  } catch {
    return false
  }
}
