import { checkOptions, rules } from '@amelia/core/plugin'
import { init, setConfig } from 'isomorphic-git'
import { composeTree } from '../change/compose-tree.ts'
import { type AnyFileSystem, promisesOf } from '../file/any-file-system.ts'
import { fileSystemRule } from '../file/file-system-rule.ts'
import { createGitFiles } from '../file/git-files.ts'
import { gitFailed } from '../git-failed.ts'
import { createObjectStore } from '../object/object-store.ts'
import { joinIdentity } from './read-identity.ts'

/** Options of {@link createRepository}. */
export interface CreateRepositoryOptions {
  /** The file system in which the repository is created. */
  fs: AnyFileSystem
  /** The folder of the checkout, created if missing. No files are checked out. */
  dir: string
  /** Files of the first commit, by path. */
  files: Readonly<Record<string, string>>
  /** Author of the first commit, also written to the repository's configuration for later ones. */
  identity: { name: string; email: string }
  /** Date of the first commit, in seconds since 1970. Default: now. */
  date?: number | undefined
  /** Default: `Begin`. */
  message?: string | undefined
  /** Default: `main`. */
  branch?: string | undefined
}

/**
 * Creates a repository with one commit, and returns the commit's id: the same options produce the same id.
 *
 * Throws `GIT_FAILED`, also if a repository exists.
 */
export const createRepository = async (options: CreateRepositoryOptions): Promise<string> => {
  checkOptions('createRepository', options, {
    fs: fileSystemRule,
    dir: rules.name,
    files: rules.textsByName,
    identity: rules.record({ name: rules.text, email: rules.text }),
    date: rules.optional(rules.amount),
    message: rules.optional(rules.text),
    branch: rules.optional(rules.name),
  })
  const { fs, dir, identity, branch = 'main', message = 'Begin' } = options
  const { date = Math.floor(Date.now() / 1000) } = options
  const files = createGitFiles(fs, `${dir}/.git`)
  if (await files.exists('HEAD')) throw gitFailed('init', `${dir} already contains a repository.`)
  const author = joinIdentity(identity.name, identity.email)
  if (author === null)
    throw gitFailed('init', 'The first commit needs an identity with a name and an address.')
  await promisesOf(fs)
    .mkdir(dir)
    .catch((error: { code?: string }) => {
      if (error.code !== 'EEXIST') throw gitFailed('init', `Creating ${dir} failed.`, error)
    })
  try {
    await init({ fs: files.client, dir, defaultBranch: branch })
    await setConfig({ fs: files.client, dir, path: 'user.name', value: identity.name })
    await setConfig({ fs: files.client, dir, path: 'user.email', value: identity.email })
  } catch (error) {
    throw gitFailed('init', `Creating a repository in ${dir} failed.`, error)
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
