import { checkPath } from '@amelia/core/plugin'

const root = new Set(['', '.', './', '/'])

/**
 * The path of a file or folder in the workspace, from its root, as the workspace's files take it: `src/a.ts` and `/src/a.ts` are `/src/a.ts`.
 *
 * Throws for what leads out or belongs to git. Links are not seen here: the workspace's files check them.
 */
export const toolPath = (path: string): string => {
  const checked = checkPath(path.replace(/^\//, ''))
  if ('path' in checked) return `/${checked.path}`
  throw new Error(`${JSON.stringify(path)} is no path in the workspace: ${checked.problem}.`)
}

/** The same for a folder, which may be the root: then it is empty, so that `${folder}/name` is always a path. */
export const toolFolder = (path = ''): string => (root.has(path) ? '' : toolPath(path))
