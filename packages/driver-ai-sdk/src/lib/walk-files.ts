import { isGitName, type WorkspaceFileSystem } from '@amelia/core/plugin'

/** A file or folder below the one that is walked. */
export interface FoundEntry {
  /** From the workspace's root. */
  path: string
  kind: 'file' | 'folder' | 'link'
  size: number
  /** A folder that is not walked, because what it holds is not the project's own. */
  closed: boolean
}

/** Folders that are not walked unless they are asked for. */
const foreign = new Set(['node_modules'])

/**
 * Walks a folder, nearer entries before deeper ones and each folder by name. Links are told and not followed.
 *
 * @param depth of what is told: 1 is what is in the folder itself
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
        const entry = await look(fs, `${place}/${name}`, foreign.has(name))
        if (entry === undefined) continue
        if (entry.kind === 'folder' && !entry.closed) next.push(entry.path)
        yield entry
      }
    }
    level = next
  }
}

/** What is there; undefined for what the file system does not let anybody see, or what has gone meanwhile. */
const look = async (
  fs: WorkspaceFileSystem,
  path: string,
  closed: boolean,
): Promise<FoundEntry | undefined> => {
  const stat = await fs.lstat(path).catch(() => undefined)
  if (stat === undefined) return undefined
  const kind = stat.isSymbolicLink() ? 'link' : stat.isDirectory() ? 'folder' : 'file'
  return { path, kind, size: stat.size, closed }
}
