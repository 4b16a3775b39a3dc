import type { FileStat, WorkspaceFileSystem } from '@amelia/core/plugin'
import type { FsStat, IFileSystem } from 'just-bash/browser'

/** Git does not store times of files, so every file has this one. */
const noTime = new Date(0)
/** The number of links in a path above which it counts as a loop. */
const mostLinks = 40

/**
 * Adapts a workspace's files to the bash. `files` refuses paths that leave the workspace or belong to git.
 *
 * Links are followed but cannot be created, and modes cannot change: both fail with `ENOTSUP`. So does a move
 * of a link or an executable file. Once `signal` aborts, reads and writes fail.
 */
export const workspaceFileSystem = (files: WorkspaceFileSystem, signal: AbortSignal): IFileSystem => {
  const { text, bytes } = { text: new TextDecoder(), bytes: new TextEncoder() }
  /** Yields to timers and signals, so that a loop over files does not block the page. */
  const yieldToPage = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve))
    signal.throwIfAborted()
  }
  const read = async (path: string): Promise<Uint8Array> => {
    await yieldToPage()
    return files.readFile(path)
  }
  const write = async (path: string, content: Uint8Array): Promise<void> => {
    await yieldToPage()
    // The workspace would create missing folders.
    await files.stat(parentOf(path))
    await files.writeFile(path, content)
  }
  const encode = (content: string | Uint8Array, encoding?: Encoding): Uint8Array => {
    if (typeof content !== 'string') return content
    const name = typeof encoding === 'string' ? encoding : encoding?.encoding
    const isBytes = name === 'binary' || name === 'latin1'
    return isBytes ? Uint8Array.from(content, (letter) => letter.charCodeAt(0)) : bytes.encode(content)
  }
  const copy = async (from: string, to: string, recursive: boolean): Promise<void> => {
    const found = await files.stat(from)
    if (!found.isDirectory()) return write(to, await read(from))
    if (!recursive) throw failure('EISDIR', from)
    if (`${to}/`.startsWith(`${from}/`)) throw failure('EINVAL', to)
    await files.mkdir(to, { recursive: true })
    for (const name of await files.readdir(from)) await copy(`${from}/${name}`, `${to}/${name}`, true)
  }
  const resolveLinks = async (path: string): Promise<string> => {
    let rest = partsOf(path)
    let done: string[] = []
    for (let links = 0; rest.length > 0; ) {
      const [part = '', ...others] = rest
      rest = others
      if (part === '..') {
        done = done.slice(0, -1)
        continue
      }
      const next = [...done, part]
      if (!(await files.lstat(`/${next.join('/')}`)).isSymbolicLink()) {
        done = next
        continue
      }
      links += 1
      if (links > mostLinks) throw failure('ELOOP', path)
      rest = [...partsOf(await files.readlink(`/${next.join('/')}`)), ...others]
    }
    return `/${done.join('/')}`
  }
  /** The path without links in its folder. Its last part may be a link. */
  const placeOf = async (path: string): Promise<string> =>
    clean(`${await resolveLinks(parentOf(path))}/${partsOf(path).at(-1) ?? ''}`)
  /** Refuses a tree that a copy would change: links become their contents, and modes are lost. */
  const checkMovable = async (path: string): Promise<void> => {
    await yieldToPage()
    const found = await files.lstat(path)
    if (!isPlain(found)) throw failure('ENOTSUP', path)
    if (!found.isDirectory()) return
    for (const name of await files.readdir(path)) await checkMovable(`${path}/${name}`)
  }
  const refuse = async (path: string): Promise<never> => {
    throw failure('ENOTSUP', path)
  }

  return {
    readFile: async (path) => text.decode(await read(path)),
    readFileBuffer: read,
    writeFile: (path, content, encoding) => write(path, encode(content, encoding)),
    async appendFile(path, content, encoding) {
      const before = (await exists(files, path)) ? await read(path) : new Uint8Array()
      const more = encode(content, encoding)
      const joined = new Uint8Array(before.length + more.length)
      joined.set(before)
      joined.set(more, before.length)
      await write(path, joined)
    },
    exists: (path) => exists(files, path),
    async stat(path) {
      await yieldToPage()
      // Without an identity, `mv` and `cp` cannot tell whether two files are the same, and refuse them.
      return { ...describe(await files.stat(path)), identity: `workspace:${await resolveLinks(path)}` }
    },
    lstat: async (path) => describe(await files.lstat(path)),
    async mkdir(path, { recursive = false } = {}) {
      await yieldToPage()
      await files.mkdir(path, { recursive })
    },
    async readdir(path) {
      await yieldToPage()
      return files.readdir(path)
    },
    async rm(path, { recursive = false, force = false } = {}) {
      await yieldToPage()
      await files.rm(path, { recursive, force })
    },
    cp: (from, to, { recursive = false } = {}) => copy(from, to, recursive),
    async mv(from, to) {
      const [source, target] = [await placeOf(from), await placeOf(to)]
      if (source === target) return
      await checkMovable(source)
      const old = await files.lstat(target).catch(() => undefined)
      if (old !== undefined && !old.isDirectory()) {
        if ((await files.lstat(source)).isDirectory()) throw failure('ENOTDIR', to)
        // Writing would follow a link, perhaps to the source, and keep a mode.
        if (!isPlain(old)) await files.rm(target)
      }
      await copy(source, target, true)
      await files.rm(source, { recursive: true })
    },
    resolvePath: (base, path) => (path.startsWith('/') ? clean(path) : clean(`${base}/${path}`)),
    getAllPaths: () => [],
    async chmod(path, mode) {
      if (((await files.stat(path)).mode & 0o100) !== (mode & 0o100)) throw failure('ENOTSUP', path)
    },
    symlink: (_target, path) => refuse(path),
    link: (_existing, path) => refuse(path),
    readlink: (path) => files.readlink(path),
    realpath: resolveLinks,
    // The time is not stored, but `touch` succeeds.
    utimes: async (path) => void (await files.stat(path)),
  }
}

type Encoding = Parameters<IFileSystem['writeFile']>[2]

const exists = async (files: WorkspaceFileSystem, path: string): Promise<boolean> => {
  try {
    await files.stat(path)
    return true
  } catch {
    return false
  }
}

/** Neither a link nor an executable file. */
const isPlain = (stat: FileStat): boolean =>
  !stat.isSymbolicLink() && (!stat.isFile() || (stat.mode & 0o111) === 0)

const describe = (stat: FileStat): FsStat => ({
  isFile: stat.isFile(),
  isDirectory: stat.isDirectory(),
  isSymbolicLink: stat.isSymbolicLink(),
  mode: stat.mode & 0o777,
  size: stat.size,
  mtime: noTime,
})

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.')

/** Removes `.`, `..` and redundant slashes. */
const clean = (path: string): string => {
  const parts: string[] = []
  for (const part of partsOf(path)) {
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return `/${parts.join('/')}`
}

const parentOf = (path: string): string => `/${partsOf(path).slice(0, -1).join('/')}`

const failure = (code: string, path: string): Error =>
  Object.assign(new Error(`${code}: ${explanations[code] ?? code}, '${path}'`), { code })

const explanations: Readonly<Record<string, string>> = {
  EINVAL: 'cannot copy a folder into itself',
  EISDIR: 'illegal operation on a directory',
  ELOOP: 'too many symbolic links',
  ENOTDIR: 'not a directory',
  ENOTSUP: 'links cannot be created and modes cannot change here',
}
