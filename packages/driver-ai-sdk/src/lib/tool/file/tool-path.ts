import { checkPath } from '@amelia/core/plugin'

const root = new Set(['', '.', './', '/'])

/**
 * Converts a path to the form of the workspace's file system: both `src/a.ts` and `/src/a.ts` become
 * `/src/a.ts`.
 *
 * Throws for a path that leaves the workspace or belongs to git. Links are checked by the workspace's file
 * system.
 */
export const toolPath = (path: string): string => {
  const checked = checkPath(path.replace(/^\//, ''))
  if ('path' in checked) return `/${checked.path}`
  throw new Error(`${JSON.stringify(path)} is not a path in the workspace: ${checked.problem}.`)
}

/**
 * Converts the path of a folder. The root becomes an empty string, so that `${folder}/name` is always a path.
 */
export const toolFolder = (path = ''): string => (root.has(path) ? '' : toolPath(path))
