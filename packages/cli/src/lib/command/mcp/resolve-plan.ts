import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { usageError } from '../../terminal/usage-error.ts'

/** Resolves the path of a plan in the repository. Throws a usage error for a path outside it. */
export const resolvePlan = async (repo: string, path: string): Promise<string> => {
  const root = await realpath(repo)
  const wanted = resolve(root, path)
  // A missing file is reported when it is read.
  const real = await realpath(wanted).catch(() => wanted)
  const inside = relative(root, real)
  if (inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)) return real
  throw usageError(
    `The plan ${path} is outside the repository.`,
    'Pass the path of a file or folder in the repository.',
  )
}
