import { gitContractFiles } from '@amelia/core/testing'
import git, { type FsClient } from 'isomorphic-git'
import type { PromiseFileSystem } from '../src/index.ts'

/** Creates a repository in memory with isomorphic-git, as a page would. */
export interface MemoryRepository {
  fs: PromiseFileSystem
  dir: string
  base: string
  write(path: string, content: string): Promise<void>
  /** Reads all files below a folder of the file system as text, by path. */
  read(folder: string): Promise<Record<string, string>>
}

const author = { name: 'A Person', email: 'person@example.org' }

export const createMemoryRepository = async (
  fs: PromiseFileSystem,
  files: Readonly<Record<string, string>> = gitContractFiles,
): Promise<MemoryRepository> => {
  const dir = '/repo'
  const client = { promises: fs } as unknown as FsClient
  const write = async (path: string, content: string): Promise<void> => {
    const parts = `${dir}/${path}`.split('/')
    for (let length = 2; length < parts.length; length += 1) {
      await fs.mkdir(parts.slice(0, length).join('/')).catch(() => {})
    }
    await fs.writeFile(parts.join('/'), content)
  }
  const read = async (folder: string): Promise<Record<string, string>> => {
    const found: Record<string, string> = {}
    for (const name of await fs.readdir(folder)) {
      const path = `${folder}/${String(name)}`
      if ((await fs.lstat(path)).isDirectory()) Object.assign(found, await read(path))
      else found[path] = Buffer.from(await fs.readFile(path)).toString('latin1')
    }
    return found
  }
  await fs.mkdir(dir)
  await git.init({ fs: client, dir, defaultBranch: 'main' })
  await git.setConfig({ fs: client, dir, path: 'user.name', value: author.name })
  await git.setConfig({ fs: client, dir, path: 'user.email', value: author.email })
  for (const [path, content] of Object.entries(files)) {
    await write(path, content)
    await git.add({ fs: client, dir, filepath: path })
  }
  const base = await git.commit({
    fs: client,
    dir,
    message: 'Begin\n',
    author: { ...author, timestamp: 1_600_000_000, timezoneOffset: 0 },
  })
  return { fs, dir, base, write, read }
}
