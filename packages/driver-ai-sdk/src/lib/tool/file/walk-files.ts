import { isGitName, type WorkspaceFileSystem } from '@amelia/core/plugin'

/** An entry found in a folder. */
export interface FoundEntry {
  /** Path relative to the root of the workspace. */
  path: string
  kind: 'file' | 'folder' | 'link'
  size: number
  /** Whether the folder is not walked, because its contents do not belong to the project. */
  closed: boolean
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
  { signal, depth = Number.POSITIVE_INFINITY }: { signal: AbortSignal; depth?: number },
): AsyncGenerator<FoundEntry> {
  let level = [folder]
  for (let below = 1; below <= depth && level.length > 0; below += 1) {
    const next: string[] = []
    for (const place of level) {
      for (const name of (await fs.readdir(place === '' ? '/' : place)).sort()) {
        signal.throwIfAborted()
        if (isGitName(name)) continue
        const entry = await inspect(fs, `${place}/${name}`, foreign.has(name))
        if (entry === undefined) continue
        if (entry.kind === 'folder' && !entry.closed) next.push(entry.path)
        yield entry
      }
    }
    level = next
  }
}

/** Inspects an entry; undefined if it is not accessible or no longer exists. */
const inspect = async (
  fs: WorkspaceFileSystem,
  path: string,
  closed: boolean,
): Promise<FoundEntry | undefined> => {
  const stat = await fs.lstat(path).catch(() => undefined)
  if (stat === undefined) return undefined
  const kind = stat.isSymbolicLink() ? 'link' : stat.isDirectory() ? 'folder' : 'file'
  return { path, kind, size: stat.size, closed }
}
