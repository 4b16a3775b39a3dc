import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isFolder, isGitDir } from './find-module.ts'

/** Lists the git dirs at and below a folder of modules. A name may have several parts. */
export const listGitDirs = (folder: string): string[] => {
  if (!isFolder(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const dir = join(folder, name)
    return isGitDir(dir) ? [dir, ...listGitDirs(join(dir, 'modules'))] : listGitDirs(dir)
  })
}
