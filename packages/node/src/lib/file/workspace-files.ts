import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, readlink, realpath, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkArgument, isGitName, rules, type WorkspaceFileSystem } from '@amelia/core/plugin'
import { resolveInside } from './resolve-inside.ts'

/**
 * Creates the file system of a workspace in a folder.
 *
 * Each call resolves its path to the real path, and opens files without following a link in the last
 * component. A file with other hard links is replaced rather than overwritten. Names reserved by git are
 * denied at any depth and not listed.
 */
export const workspaceFiles = (root: string): WorkspaceFileSystem => {
  checkArgument('workspaceFiles', 'root', root, rules.name)
  return filesIn(root)
}

const filesIn = (root: string): WorkspaceFileSystem => ({
  async readFile(path) {
    const file = await resolveInside(root, path, 'target')
    return useFile(file, constants.O_RDONLY, (handle) => handle.readFile())
  },
  async writeFile(path, content) {
    const wanted = await resolveInside(root, path, 'target')
    await mkdir(dirname(wanted), { recursive: true })
    // Again: the folders exist now, and another process may have replaced one by a link.
    const file = await resolveInside(root, path, 'target')
    const found = await lstat(file).catch(() => null)
    if (found?.isFile() && found.nlink > 1) await rm(file)
    await useFile(file, constants.O_WRONLY | constants.O_CREAT, async (handle) => {
      await resolveInside(root, path, 'target')
      await handle.truncate(0)
      await handle.writeFile(content)
    })
  },
  async mkdir(path, options) {
    await mkdir(await resolveInside(root, path, 'target'), { recursive: options?.recursive ?? false })
  },
  async readdir(path) {
    const names = await readdir(await resolveInside(root, path, 'target'))
    return names.filter((name) => !isGitName(name)).sort()
  },
  async stat(path) {
    return stat(await resolveInside(root, path, 'target'))
  },
  async lstat(path) {
    return lstat(await resolveInside(root, path, 'link'))
  },
  async readlink(path) {
    return readlink(await resolveInside(root, path, 'link'))
  },
  async rm(path, options) {
    const target = await resolveInside(root, path, 'link')
    if (target === (await realpath(root))) {
      for (const name of await readdir(root)) {
        if (!isGitName(name)) await rm(join(root, name), { recursive: true, force: true })
      }
      return
    }
    await rm(target, { recursive: options?.recursive ?? false, force: options?.force ?? false })
  },
})

/** Opens a regular file; never blocks on a pipe. */
const useFile = async <Result>(
  file: string,
  flags: number,
  use: (handle: FileHandle) => Promise<Result>,
): Promise<Result> => {
  const handle = await open(file, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const found = await handle.stat()
    if (!found.isFile()) {
      const code = found.isDirectory() ? 'EISDIR' : 'EINVAL'
      throw Object.assign(new Error(`${code}: not a regular file, open '${file}'`), { code })
    }
    return await use(handle)
  } finally {
    await handle.close()
  }
}
