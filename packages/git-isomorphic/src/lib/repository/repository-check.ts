import { AmeliaError } from '@amelia/core/plugin'
import { getConfig } from 'isomorphic-git'
import type { GitFiles } from '../file/git-files.ts'

/** Settings that change the storage of objects and refs. */
const formats: readonly [setting: string, value: RegExp, what: string][] = [
  ['extensions.objectformat', /^(?!sha1$)./i, 'stores objects by another hash than SHA-1'],
  ['extensions.refstorage', /^(?!files$)./i, 'stores references in another way than files'],
  ['extensions.partialclone', /./, 'is a partial clone'],
]

/** Checks a repository before it is used. Repeated until it succeeds. */
export type RepositoryCheck = () => Promise<void>

/**
 * Creates the check. It throws `NOT_A_REPOSITORY` without a repository, and `REPOSITORY_NOT_READY` for
 * one that isomorphic-git would misread: linked worktrees, alternates, other formats.
 */
export const createRepositoryCheck = (files: GitFiles): RepositoryCheck => {
  const { gitdir } = files
  const check = async (): Promise<void> => {
    const unsupported = (what: string): AmeliaError => {
      const message = `The repository ${gitdir} ${what}, which this backend does not support. Clone it again, or use native git.`
      return new AmeliaError('REPOSITORY_NOT_READY', message, { reason: 'unsupported' })
    }
    const head = await files.readText('HEAD')
    if (head === null) {
      if (await isFile(files)) throw unsupported('is a linked worktree or a submodule')
      const message = `${gitdir} is not a git repository. Create one there, clone into it, or pass another \`dir\`.`
      throw new AmeliaError('NOT_A_REPOSITORY', message, { path: gitdir })
    }
    if (await files.exists('commondir')) throw unsupported('is the git dir of a linked worktree')
    const alternates = await files.readText('objects/info/alternates')
    if (alternates !== null && /^[^#\s]/m.test(alternates)) throw unsupported('has objects in other places')
    for (const [setting, value, what] of formats) {
      if (value.test(await readSetting(files, setting))) throw unsupported(what)
    }
  }
  let checked: Promise<void> | undefined
  return async () => {
    checked ??= check()
    try {
      await checked
    } catch (error) {
      checked = undefined
      throw error
    }
  }
}

/** Reads a setting of the repository's own configuration; empty if it is not set. */
export const readSetting = async (files: GitFiles, path: string): Promise<string> => {
  const { client: fs, gitdir } = files
  const value: unknown = await getConfig({ fs, gitdir, path })
  return typeof value === 'string' ? value : typeof value === 'boolean' ? String(value) : ''
}

/** In a worktree, `.git` is a file with the path of the git dir. */
const isFile = async (files: GitFiles): Promise<boolean> =>
  (await files.exists('')) && !(await files.isFolder(''))
