import { stat } from 'node:fs/promises'
import { usageError } from '../terminal/usage-error.ts'

/** Throws a usage error unless there is such a folder. */
export const checkFolder = async (path: string): Promise<void> => {
  const found = await stat(path).catch(() => undefined)
  const advice = 'Name the folder of a git repository: --repo DIR.'
  if (found === undefined) throw usageError(`There is no folder ${path}.`, advice)
  if (!found.isDirectory()) throw usageError(`${path} is not a folder.`, advice)
}
