import { init, setConfig } from 'isomorphic-git'
import { composeTree } from './compose-tree.ts'
import { type AnyFileSystem, promisesOf } from './file-system.ts'
import { createGitFiles } from './git-files.ts'
import { gitFailed } from './git-failed.ts'
import { createObjectStore } from './object-store.ts'
import { joinIdentity } from './read-identity.ts'

export interface CreateRepositoryOptions {
  fs: AnyFileSystem
  /** The folder of the checkout; it is made where it is missing. No files are put into it. */
  dir: string
  /** Texts of the first commit, by path. */
  files: Readonly<Record<string, string>>
  /** Author of the first commit, and kept in the repository's configuration for those that follow. */
  identity: { name: string; email: string }
  /** Of the first commit, in seconds since 1970. Default: now. */
  date?: number
  /** Default: `Begin`. */
  message?: string
  /** Default: `main`. */
  branch?: string
}

/**
 * Makes a repository with one commit, for who begins with nothing: a page, a Worker, a test. Gives the commit: the same options, the
 * same id. Throws `GIT_FAILED`, also where there is a repository already.
 */
export const createRepository = async (options: CreateRepositoryOptions): Promise<string> => {
  const { fs, dir, identity, branch = 'main', message = 'Begin' } = options
  const { date = Math.floor(Date.now() / 1000) } = options
  const files = createGitFiles(fs, `${dir}/.git`)
  if (await files.exists('HEAD')) throw gitFailed('init', `There is a repository in ${dir} already.`)
  const author = joinIdentity(identity.name, identity.email)
  if (author === null)
    throw gitFailed('init', 'A repository needs a name and an address for its first commit.')
  await promisesOf(fs)
    .mkdir(dir)
    .catch((error: { code?: string }) => {
      if (error.code !== 'EEXIST') throw gitFailed('init', `${dir} cannot be made.`, error)
    })
  try {
    await init({ fs: files.client, dir, defaultBranch: branch })
    await setConfig({ fs: files.client, dir, path: 'user.name', value: identity.name })
    await setConfig({ fs: files.client, dir, path: 'user.email', value: identity.email })
  } catch (error) {
    throw gitFailed('init', `A repository cannot be made in ${dir}.`, error)
  }
  const store = createObjectStore(files)
  const empty = await store.writeTree(new Map())
  const tree = await composeTree(store, empty, options.files)
  const commit = await store.writeCommit({
    tree,
    parents: [],
    message: `${message}\n`,
    date,
    identity: author,
  })
  await files.write(`refs/heads/${branch}`, `${commit}\n`)
  return commit
}
