import type { FileStat, WorkspaceFileSystem } from '../../contract/workspace.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { isGitName } from '../../contract/name/is-git-name.ts'

const failure = (code: string, path: string): Error => Object.assign(new Error(`${code}: ${path}`), { code })

const statOf = (size: number, isFile: boolean): FileStat => ({
  size,
  mode: isFile ? 0o100644 : 0o040755,
  isFile: () => isFile,
  isDirectory: () => !isFile,
  isSymbolicLink: () => false,
})

/** Creates the files of a workspace over a map from path to content. A folder exists while it has files. */
export const createMemoryFiles = (files: Map<string, string>): WorkspaceFileSystem => {
  const locate = (path: string): string => {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.')
    if (path.includes('\0') || parts.some((part) => part === '..' || isGitName(part)))
      throw new AmeliaError(
        'PATH_DENIED',
        `${JSON.stringify(path)} is outside the workspace or reserved by git.`,
        { path },
      )
    return parts.join('/')
  }
  const below = (path: string): string[] =>
    [...files.keys()].filter((name) => path === '' || name.startsWith(`${path}/`))
  /** Throws `ENOTDIR` if a parent of the path is a file. */
  const checkParents = (name: string, path: string): void => {
    const parts = name.split('/')
    if (parts.some((_, index) => index > 0 && files.has(parts.slice(0, index).join('/'))))
      throw failure('ENOTDIR', path)
  }
  const stat = async (path: string): Promise<FileStat> => {
    const name = locate(path)
    const content = files.get(name)
    if (content !== undefined) return statOf(new TextEncoder().encode(content).length, true)
    if (name === '' || below(name).length > 0) return statOf(0, false)
    throw failure('ENOENT', path)
  }
  return {
    async readFile(path) {
      const content = files.get(locate(path))
      if (content === undefined) throw failure(below(locate(path)).length > 0 ? 'EISDIR' : 'ENOENT', path)
      return new TextEncoder().encode(content)
    },
    async writeFile(path, content) {
      const name = locate(path)
      checkParents(name, path)
      if (name === '' || below(name).length > 0) throw failure('EISDIR', path)
      files.set(name, typeof content === 'string' ? content : new TextDecoder().decode(content))
    },
    async mkdir(path) {
      locate(path)
    },
    async readdir(path) {
      const name = locate(path)
      if (files.has(name)) throw failure('ENOTDIR', path)
      if (name !== '' && below(name).length === 0) throw failure('ENOENT', path)
      const depth = name === '' ? 0 : name.length + 1
      return [...new Set(below(name).map((file) => file.slice(depth).split('/')[0]!))].sort()
    },
    stat,
    lstat: stat,
    async readlink(path) {
      throw failure('EINVAL', path)
    },
    async rm(path, { force = false, recursive = false } = {}) {
      const name = locate(path)
      const inside = below(name)
      if (inside.length > 0 && !recursive) throw failure('EISDIR', path)
      if (inside.length === 0 && !files.has(name) && !force) throw failure('ENOENT', path)
      for (const file of [name, ...inside]) files.delete(file)
    },
  }
}
