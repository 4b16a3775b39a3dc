import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isGitName } from '@amelia/core/plugin'
import { removeFolder } from '../../file/remove-folder.ts'

/**
 * Removes what `git clean` skips: names like `.git` in folders with tracked files, pipes and sockets.
 *
 * `kept`: paths that stay with everything below them; those of folders may end with `/`.
 */
export const removeOverlooked = async (
  root: string,
  kept: ReadonlySet<string>,
  folder = '',
): Promise<void> => {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
  await Promise.all(
    entries.map(async (entry) => {
      const path = `${folder}${entry.name}`
      if (kept.has(path) || kept.has(`${path}/`)) return
      const known = entry.isFile() || entry.isDirectory() || entry.isSymbolicLink()
      if (!known || isGitName(entry.name)) await removeFolder(join(root, path))
      else if (entry.isDirectory()) await removeOverlooked(root, kept, `${path}/`)
    }),
  )
}
