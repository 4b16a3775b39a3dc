import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { createObjectReader } from '../call/object-reader.ts'
import { runGit } from '../call/run-git.ts'
import type { Repository } from './locate-repository.ts'

/** Repositories by git dir, because each keeps a process that reads objects. */
const known = new Map<string, Repository>()

/**
 * Finds the repository of a submodule below `.git/modules` of the user's repository; undefined if the
 * submodule was never initialised. Follows no links.
 *
 * As in git, a submodule whose git dir is inside that of another one has no repository.
 */
export const findModule = (
  { gitDir, commonDir, top, programsFolder, objectFormat }: Repository,
  { name, path }: { name: string; path: string },
): Repository | undefined => {
  // A linked worktree has separate modules.
  const dir = [gitDir, commonDir].map((root) => moduleDir(root, name)).find((found) => found !== undefined)
  if (dir === undefined) return undefined
  const module = known.get(dir) ?? {
    gitDir: dir,
    commonDir: dir,
    top: join(top, path),
    programsFolder,
    objectFormat,
    objects: createObjectReader({ gitDir: dir, workTree: dir }),
    git: (args, call = {}) => runGit(args, { gitDir: dir, workTree: dir, ...call }),
  }
  known.set(dir, module)
  return module
}

const moduleDir = (root: string, name: string): string | undefined => {
  let dir = join(root, 'modules')
  if (!isFolder(dir)) return undefined
  for (const part of name.split('/')) {
    if (part === '' || part === '.') continue
    if (isGitDir(dir)) return undefined
    dir = join(dir, part)
    if (!isFolder(dir)) return undefined
  }
  return isGitDir(dir) ? dir : undefined
}

/** Whether a folder is a git dir, as far as its contents tell. */
export const isGitDir = (folder: string): boolean =>
  isFolder(join(folder, 'objects')) &&
  lstatSync(join(folder, 'HEAD'), { throwIfNoEntry: false })?.isFile() === true

/** Whether a path is a folder, and not a link to one. */
export const isFolder = (path: string): boolean => {
  try {
    return lstatSync(path).isDirectory()
  } catch {
    return false
  }
}
