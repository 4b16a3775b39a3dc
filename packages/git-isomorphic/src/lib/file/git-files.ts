import { randomText } from '@amelia/store-key-value'
import type { FsClient } from 'isomorphic-git'
import { type AnyFileSystem, type PromiseFileSystem, promisesOf } from './any-file-system.ts'

/** The files of a git dir. Paths are relative to it; an empty one is the git dir itself. */
export interface GitFiles {
  readonly gitdir: string
  /** The file system for isomorphic-git. Writes are atomic if the file system can rename. */
  readonly client: FsClient
  /** Null for a missing file, and for a folder. */
  read(path: string): Promise<Uint8Array | null>
  readText(path: string): Promise<string | null>
  exists(path: string): Promise<boolean>
  /** Creates missing folders. */
  write(path: string, content: Uint8Array | string): Promise<void>
  /** Does nothing for a missing file. */
  remove(path: string): Promise<void>
  /** Removes a folder if it is empty, and returns whether it is gone. */
  removeEmpty(path: string): Promise<boolean>
  /** Returns sorted names; empty if the path is not a folder. */
  list(path: string): Promise<string[]>
  isFolder(path: string): Promise<boolean>
}

const absent = new Set(['ENOENT', 'ENOTDIR', 'EISDIR'])

/** Returns null for errors that report a missing file. */
const orNull = async <Value>(promise: Promise<Value>): Promise<Value | null> => {
  try {
    return await promise
  } catch (error) {
    if (absent.has((error as { code?: string }).code ?? '')) return null
    throw error
  }
}

/** Opens the git dir of a repository. Reads and writes nothing yet. */
export const createGitFiles = (fs: AnyFileSystem, gitdir: string): GitFiles => {
  const inner = promisesOf(fs)
  const writeWhole = createWholeWrite(inner, gitdir)
  const at = (path: string): string => (path === '' ? gitdir : `${gitdir}/${path}`)
  const read = async (path: string): Promise<Uint8Array | null> => {
    // LightningFS returns undefined for a folder.
    const found = (await orNull(inner.readFile(at(path)))) as Uint8Array | string | null | undefined
    return typeof found === 'string' ? new TextEncoder().encode(found) : (found ?? null)
  }
  const makeFolder = async (path: string): Promise<void> => {
    try {
      await inner.mkdir(path)
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === 'EEXIST') return
      if (code !== 'ENOENT' || path === '') throw error
      await makeFolder(path.slice(0, path.lastIndexOf('/')))
      await orNull(inner.mkdir(path).catch(passExisting))
    }
  }
  return {
    gitdir,
    client: { promises: createClient(inner, writeWhole) } as unknown as FsClient,
    read,
    async readText(path) {
      const bytes = await read(path)
      return bytes === null ? null : new TextDecoder().decode(bytes)
    },
    async exists(path) {
      return (await orNull(inner.lstat(at(path)))) !== null
    },
    async write(path, content) {
      const file = at(path)
      await makeFolder(file.slice(0, file.lastIndexOf('/')))
      await writeWhole(file, content)
    },
    async remove(path) {
      await orNull(inner.unlink(at(path)))
    },
    async removeEmpty(path) {
      try {
        await inner.rmdir(at(path))
        return true
      } catch (error) {
        return (error as { code?: string }).code === 'ENOENT'
      }
    },
    async list(path) {
      return ((await orNull(inner.readdir(at(path)))) ?? []).map(String).sort()
    },
    async isFolder(path) {
      return (await orNull(inner.lstat(at(path))))?.isDirectory() ?? false
    },
  }
}

const passExisting = (error: { code?: string }): void => {
  if (error.code !== 'EEXIST') throw error as Error
}

type Write = (path: string, content: Uint8Array | string) => Promise<void>

/** Writes the new content to a temporary file, and renames it. */
const createWholeWrite = (fs: PromiseFileSystem, gitdir: string): Write => {
  const inGitDir = `${gitdir}/`
  let written = 0
  return async (path, content) => {
    if (!fs.rename || !path.startsWith(inGitDir)) {
      await fs.writeFile(path, content)
      return
    }
    written += 1
    // Not in the same folder: git would read a file below `refs` as a ref.
    const fresh = `${inGitDir}amelia-${randomText(8)}-${written}.tmp`
    try {
      await fs.writeFile(fresh, content)
      await fs.rename(fresh, path)
    } catch (error) {
      await fs.unlink(fresh).catch(() => {})
      throw error
    }
  }
}

const createClient = (fs: PromiseFileSystem, write: Write): object => {
  const unable = (call: string) => async (): Promise<never> => {
    throw Object.assign(new Error(`The file system has no ${call}.`), { code: 'ENOSYS' })
  }
  return {
    // isomorphic-git requests text by an option, which not every file system supports.
    async readFile(path: string, options?: string | { encoding?: string }) {
      const found = (await fs.readFile(path)) as Uint8Array | string | undefined
      const encoding = typeof options === 'string' ? options : options?.encoding
      return encoding === 'utf8' && found instanceof Uint8Array ? new TextDecoder().decode(found) : found
    },
    writeFile: (path: string, content: Uint8Array | string) => write(path, content),
    mkdir: (path: string) => fs.mkdir(path),
    readdir: (path: string) => fs.readdir(path),
    stat: (path: string) => fs.stat(path),
    lstat: (path: string) => fs.lstat(path),
    unlink: (path: string) => fs.unlink(path),
    rmdir: (path: string) => fs.rmdir(path),
    readlink: fs.readlink ? (path: string) => fs.readlink?.(path) : unable('readlink'),
    symlink: fs.symlink ? (target: string, path: string) => fs.symlink?.(target, path) : unable('symlink'),
  }
}
