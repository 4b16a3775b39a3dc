import { isGitName } from '../../../contract/name/is-git-name.ts'
import type { WorkspaceFileSystem } from '../../../contract/workspace.ts'

/** An entry found in a folder. */
export interface FoundEntry {
  path: string
  kind: 'file' | 'folder' | 'link'
}

/** Folders that are walked only if they are requested. */
const foreign = new Set(['node_modules'])

/**
 * Walks a folder level by level, each folder sorted by name. Reports links, but does not follow them.
 *
 * @param depth number of levels to report; 1 is the folder itself
 */
export async function* walkFiles(
  fs: WorkspaceFileSystem,
  folder: string,
  { signal, depth = Infinity }: { signal: AbortSignal; depth?: number },
): AsyncGenerator<FoundEntry> {
  let level = [folder]
  for (let below = 1; below <= depth && level.length > 0; below += 1) {
    const next: string[] = []
    for (const place of level) {
      for (const name of (await fs.readdir(place === '' ? '/' : place)).sort()) {
        signal.throwIfAborted()
        if (isGitName(name)) continue
        const path = `${place}/${name}`
        // An entry may have disappeared since.
        const stat = await fs.lstat(path).catch(() => undefined)
        if (stat === undefined) continue
        const kind = stat.isSymbolicLink() ? 'link' : stat.isDirectory() ? 'folder' : 'file'
        if (kind === 'folder' && !foreign.has(name)) next.push(path)
        yield { path, kind }
      }
    }
    level = next
  }
}
