import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { usageError } from '../../terminal/usage-error.ts'
import { configFileNames } from './config-file-names.ts'

/**
 * Finds the config file of a folder: in the folder, or else in the root of its repository. A folder outside a
 * repository has none.
 *
 * Throws a usage error if a folder has several.
 */
export const findConfigFile = (folder: string): string | undefined => {
  const start = resolve(folder)
  const root = findRoot(start)
  if (root === undefined) return undefined
  return configFileIn(start) ?? configFileIn(root)
}

/** Returns the config file in a folder. Throws a usage error if there are several. */
export const configFileIn = (folder: string): string | undefined => {
  const [found, other] = configFileNames.filter((name) => existsSync(join(folder, name)))
  if (found === undefined) return undefined
  if (other !== undefined)
    throw usageError(
      `${folder} contains ${found} and ${other}.`,
      'Remove one of them, or name the one to use: --config FILE.',
    )
  return join(folder, found)
}

const findRoot = (folder: string): string | undefined => {
  if (existsSync(join(folder, '.git'))) return folder
  const parent = dirname(folder)
  return parent === folder ? undefined : findRoot(parent)
}
