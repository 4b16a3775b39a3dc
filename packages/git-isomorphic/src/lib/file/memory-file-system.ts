import type { FileSystemStat, PromiseFileSystem } from './any-file-system.ts'

type Entry = { readonly bytes: Uint8Array; readonly time: number } | { readonly target: string } | 'folder'

/**
 * Creates an empty file system in memory, for a repository that lasts as long as the page, Worker or test.
 *
 * Errors have Node's codes. Links are stored, but never followed.
 */
export const memoryFileSystem = (): PromiseFileSystem => {
  const folders = new Map<string, Map<string, Entry>>([['/', new Map()]])
  const clean = (path: string): string =>
    `/${path
      .split('/')
      .filter((part) => part && part !== '.')
      .join('/')}`
  const split = (path: string): { folder: string; name: string } => {
    const whole = clean(path)
    const at = whole.lastIndexOf('/')
    return { folder: whole.slice(0, at) || '/', name: whole.slice(at + 1) }
  }
  const entryAt = (path: string): Entry | undefined => {
    const { folder, name } = split(path)
    return name === '' ? 'folder' : folders.get(folder)?.get(name)
  }
  /** The folder that contains a path. */
  const parentOf = (path: string): Map<string, Entry> => {
    const { folder } = split(path)
    const parent = folders.get(folder)
    if (parent) return parent
    throw failure(entryAt(folder) === undefined ? 'ENOENT' : 'ENOTDIR', path)
  }
  const existing = (path: string): Entry => {
    const entry = entryAt(path)
    if (entry !== undefined) return entry
    parentOf(path)
    throw failure('ENOENT', path)
  }
  const statOf = async (path: string): Promise<FileSystemStat> => describe(existing(path))

  return {
    // isomorphic-git requests text by an option if it gets this file system directly.
    async readFile(path: string, options?: string | { readonly encoding?: string }) {
      const entry = existing(path)
      if (entry === 'folder') throw failure('EISDIR', path)
      if ('target' in entry) throw failure('ELOOP', path)
      const encoding = typeof options === 'string' ? options : options?.encoding
      return encoding === 'utf8' ? new TextDecoder().decode(entry.bytes) : entry.bytes.slice()
    },
    async writeFile(path, content) {
      const { name } = split(path)
      const parent = parentOf(path)
      if (entryAt(path) === 'folder') throw failure('EISDIR', path)
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(content)
      parent.set(name, { bytes, time: Date.now() })
    },
    async mkdir(path) {
      if (entryAt(path) !== undefined) throw failure('EEXIST', path)
      parentOf(path).set(split(path).name, 'folder')
      folders.set(clean(path), new Map())
    },
    async readdir(path) {
      if (existing(path) !== 'folder') throw failure('ENOTDIR', path)
      return [...(folders.get(clean(path))?.keys() ?? [])]
    },
    stat: statOf,
    lstat: statOf,
    async unlink(path) {
      if (existing(path) === 'folder') throw failure('EISDIR', path)
      parentOf(path).delete(split(path).name)
    },
    async rmdir(path) {
      if (existing(path) !== 'folder') throw failure('ENOTDIR', path)
      if ((folders.get(clean(path))?.size ?? 0) > 0) throw failure('ENOTEMPTY', path)
      parentOf(path).delete(split(path).name)
      folders.delete(clean(path))
    },
    async rename(from, to) {
      const entry = existing(from)
      const parent = parentOf(to)
      if (entry === 'folder' || entryAt(to) === 'folder') throw failure('EISDIR', to)
      parentOf(from).delete(split(from).name)
      parent.set(split(to).name, entry)
    },
    async readlink(path) {
      const entry = existing(path)
      if (entry === 'folder' || !('target' in entry)) throw failure('EINVAL', path)
      return entry.target
    },
    async symlink(target, path) {
      if (entryAt(path) !== undefined) throw failure('EEXIST', path)
      parentOf(path).set(split(path).name, { target })
    },
  }
}

const failure = (code: string, path: string): Error => Object.assign(new Error(`${code}: ${path}`), { code })

/** Includes the times and numbers that isomorphic-git's index needs. */
const describe = (entry: Entry): FileSystemStat => {
  const isFolder = entry === 'folder'
  const isLink = !isFolder && 'target' in entry
  const time = isFolder || isLink ? 0 : entry.time
  const stat = {
    size: isFolder ? 0 : isLink ? entry.target.length : entry.bytes.length,
    mode: isFolder ? 0o40755 : isLink ? 0o120777 : 0o100644,
    ctimeMs: time,
    mtimeMs: time,
    dev: 0,
    ino: 0,
    uid: 0,
    gid: 0,
    isFile: () => !isFolder && !isLink,
    isDirectory: () => isFolder,
    isSymbolicLink: () => isLink,
  }
  return stat
}
