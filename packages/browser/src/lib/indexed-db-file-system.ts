import { checkOptions } from '@amelia/core/plugin'
import type { FileSystemStat, PromiseFileSystem } from '@amelia/git-isomorphic'
import { keysBetween, type TableLike } from './indexed-db-like.ts'
import { databaseRules, type DatabaseOptions, openDatabase, resultOf } from './open-database.ts'

/** The stored value of a path, whose key is its folder and its name. */
type Entry =
  | { readonly type: 'file'; readonly bytes: Uint8Array; readonly time: number }
  | { readonly type: 'link'; readonly target: string }
  | { readonly type: 'folder' }

type Key = [folder: string, name: string]

/**
 * Creates a file system in IndexedDB, for a repository that survives the page: for `isomorphicHost`, and for
 * isomorphic-git.
 *
 * Each call is one transaction, which is on disk once the call resolves, or has no effect. Errors have Node's
 * codes. Symbolic links are stored and never followed. Several tabs may use it concurrently.
 */
export const indexedDbFileSystem = (options: DatabaseOptions = {}): PromiseFileSystem => {
  checkOptions('indexedDbFileSystem', options, databaseRules)
  const { step } = openDatabase(options)

  const inspect = <Result>(path: string, task: (entry: Entry, files: TableLike) => Promise<Result>) =>
    step('files', 'readonly', async (files) => task(await existing(files, path), files))
  /** Writes an entry if its folder exists and `allowed` returns no error code for the present entry. */
  const put = (
    path: string,
    entry: Entry,
    allowed: (before: Entry | undefined) => string | null,
  ): Promise<void> =>
    step('files', 'readwrite', async (files) => {
      const before = await find(files, path)
      const code = allowed(before) ?? (await whyNoFolder(files, path))
      if (code !== null) throw failure(code, path)
      files.put(entry, keyOf(path))
    })
  const statOf = (path: string): Promise<FileSystemStat> => inspect(path, async (entry) => describe(entry))
  const isFree = (before: Entry | undefined): string | null => (before === undefined ? null : 'EEXIST')
  const unlessFolder = (before: Entry | undefined): string | null =>
    before?.type === 'folder' ? 'EISDIR' : null

  return {
    // isomorphic-git, given this file system directly, asks for text with an option.
    readFile: (path: string, wanted?: string | { readonly encoding?: string }) =>
      inspect(path, async (entry) => {
        if (entry.type !== 'file') throw failure(entry.type === 'folder' ? 'EISDIR' : 'ELOOP', path)
        const encoding = typeof wanted === 'string' ? wanted : wanted?.encoding
        return encoding === 'utf8' ? new TextDecoder().decode(entry.bytes) : entry.bytes
      }),
    writeFile(path, content) {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : Uint8Array.from(content)
      return put(path, { type: 'file', bytes, time: Date.now() }, unlessFolder)
    },
    mkdir: (path) => put(path, { type: 'folder' }, isFree),
    symlink: (target, path) => put(path, { type: 'link', target }, isFree),
    readdir: (path) =>
      inspect(path, async (entry, files) => {
        if (entry.type !== 'folder') throw failure('ENOTDIR', path)
        return namesIn(files, path)
      }),
    stat: statOf,
    lstat: statOf,
    unlink: (path) =>
      step('files', 'readwrite', async (files) => {
        if ((await existing(files, path)).type === 'folder') throw failure('EISDIR', path)
        files.delete(keyOf(path))
      }),
    rmdir: (path) =>
      step('files', 'readwrite', async (files) => {
        if ((await existing(files, path)).type !== 'folder') throw failure('ENOTDIR', path)
        if ((await namesIn(files, path)).length > 0) throw failure('ENOTEMPTY', path)
        files.delete(keyOf(path))
      }),
    rename: (from, to) =>
      step('files', 'readwrite', async (files) => {
        const entry = await existing(files, from)
        if (entry.type === 'folder' || (await find(files, to))?.type === 'folder') throw failure('EISDIR', to)
        const code = await whyNoFolder(files, to)
        if (code !== null) throw failure(code, to)
        files.delete(keyOf(from))
        files.put(entry, keyOf(to))
      }),
    readlink: (path) =>
      inspect(path, async (entry) => {
        if (entry.type !== 'link') throw failure('EINVAL', path)
        return entry.target
      }),
  }
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.')
const clean = (path: string): string => `/${partsOf(path).join('/')}`

/** The root's name is empty. */
const keyOf = (path: string): Key => {
  const parts = partsOf(path)
  return [`/${parts.slice(0, -1).join('/')}`, parts.at(-1) ?? '']
}

const find = async (files: TableLike, path: string): Promise<Entry | undefined> =>
  clean(path) === '/' ? { type: 'folder' } : ((await resultOf(files.get(keyOf(path)))) as Entry | undefined)

const existing = async (files: TableLike, path: string): Promise<Entry> => {
  const entry = await find(files, path)
  if (entry !== undefined) return entry
  throw failure((await whyNoFolder(files, path)) ?? 'ENOENT', path)
}

/** Returns the error code of writing a path whose folder is missing or is not a folder; null if it is one. */
const whyNoFolder = async (files: TableLike, path: string): Promise<string | null> => {
  const [folder] = keyOf(path)
  const entry = await find(files, folder)
  if (entry === undefined) return 'ENOENT'
  return entry.type === 'folder' ? null : 'ENOTDIR'
}

const namesIn = async (files: TableLike, path: string): Promise<string[]> => {
  // IndexedDB sorts arrays after all strings.
  const range = keysBetween([clean(path)], [clean(path), []])
  return ((await resultOf(files.getAllKeys(range))) as Key[]).map(([, name]) => name)
}

const failure = (code: string, path: string): Error => Object.assign(new Error(`${code}: ${path}`), { code })

const modes = { file: 0o100644, folder: 0o40755, link: 0o120777 } as const

/** Includes the times and numbers that isomorphic-git's index needs. */
const describe = (entry: Entry): FileSystemStat => {
  const { type } = entry
  const time = type === 'file' ? entry.time : 0
  const stat = {
    size: type === 'file' ? entry.bytes.length : type === 'link' ? entry.target.length : 0,
    mode: modes[type],
    ctimeMs: time,
    mtimeMs: time,
    dev: 0,
    ino: 0,
    uid: 0,
    gid: 0,
    isFile: () => type === 'file',
    isDirectory: () => type === 'folder',
    isSymbolicLink: () => type === 'link',
  }
  return stat
}
