import { stat } from 'node:fs/promises'
import { usageError } from '../terminal/usage-error.ts'

/** Throws a usage error unless the folder exists. */
export const checkFolder = async (path: string): Promise<void> => {
  const found = await stat(path).catch(() => undefined)
  const advice = 'Choose the folder of a git repository: --repo DIR.'
  if (found === undefined) throw usageError(`Folder not found: ${path}.`, advice)
  if (!found.isDirectory()) throw usageError(`${path} is not a folder.`, advice)
}
