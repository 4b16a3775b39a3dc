import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { isPlanPath } from '@amelia/node'
import { commonFolder } from '../../stored/common-folder.ts'
import { usageError } from '../../terminal/usage-error.ts'

/**
 * Resolves the path of a plan in the repository. Throws a usage error for a path outside it, for one of git's
 * own folder, and for a file that a plan's folder would not contain, such as `.env`: an error of the plan
 * quotes its text.
 */
export const resolvePlan = async (repo: string, path: string): Promise<string> => {
  const root = await realpath(repo)
  const wanted = resolve(root, path)
  // A missing file is reported when it is read.
  const real = await realpath(wanted).catch(() => wanted)
  if (!isInside(real, root))
    throw usageError(
      `The plan ${path} is outside the repository.`,
      'Pass the path of a file or folder in the repository.',
    )
  const isFolder = await stat(real).then(
    (found) => found.isDirectory(),
    () => false,
  )
  // As a folder, the file in it that decides is any plan.
  const file = relative(root, isFolder ? resolve(real, 'plan.md') : real)
  if (!isPlanPath(file) || isInside(real, await realpath(await commonFolder(repo))))
    throw usageError(
      `The plan ${path} cannot be read: it is not a Markdown, YAML or JSON file, or it belongs to git or to installed packages.`,
      'Pass the path of a file or folder in the repository.',
    )
  return real
}

const isInside = (path: string, folder: string): boolean => {
  const inside = relative(folder, path)
  return inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)
}
