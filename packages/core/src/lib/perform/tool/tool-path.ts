import { isGitName } from '../../contract/name/is-git-name.ts'
import type { Workspace } from '../../contract/workspace.ts'
import { checkPath } from '../../plan/validation/check-path.ts'
import { nearestName } from '../../text/nearest-name.ts'
import { quoteText } from '../../text/quote-text.ts'
import { toolError } from './tool-error.ts'

const root = new Set(['', '.', './', '/'])

/**
 * Converts a path to the form of the workspace's file system: `src/a.ts`, `/src/a.ts` and the path in the
 * workspace's folder on disk all become `/src/a.ts`.
 *
 * Throws `path_denied` for a path that leaves the workspace or that git takes for its own. Links are checked
 * by the file system.
 */
export const toolPath = (path: string, { dir }: Pick<Workspace, 'dir'>): string => {
  const own = dir !== undefined && path.startsWith(`${dir}/`) ? path.slice(dir.length) : path
  const checked = checkPath(own.replace(/^\//, ''))
  const deny = (problem: string): Error =>
    toolError('path_denied', `${quoteText(path)} is not a path in the workspace: ${problem}.`)
  if ('problem' in checked) throw deny(checked.problem)
  const reserved = checked.path.split('/').find(isGitName)
  if (reserved !== undefined) throw deny(`"${reserved}" is git's own`)
  return `/${checked.path}`
}

/**
 * Converts the path of a folder. The root becomes an empty string, so that `${folder}/name` is always a path.
 */
export const toolFolder = (path = '', workspace: Pick<Workspace, 'dir'>): string =>
  root.has(path) || path === workspace.dir ? '' : toolPath(path, workspace)

/** Throws `not_found` for a missing path, with the name that was probably meant. */
export const requireEntry = async ({ fs }: Workspace, path: string): Promise<void> => {
  try {
    await fs.lstat(path)
  } catch (error) {
    if ((error as { code?: unknown } | undefined)?.code !== 'ENOENT') throw error
    const at = path.lastIndexOf('/')
    const names = await fs.readdir(path.slice(0, at) || '/').catch((): string[] => [])
    const near = nearestName(path.slice(at + 1), names.slice(0, maxNames))
    const hint =
      near === undefined ? 'List the folder to find it.' : `Did you mean ${path.slice(0, at)}/${near}?`
    throw toolError('not_found', `No such file or folder in the workspace: ${path}. ${hint}`)
  }
}

const maxNames = 3_000
