import { AmeliaError } from '@amelia/core/plugin'
import { getConfig } from 'isomorphic-git'
import type { GitFiles } from './git-files.ts'

/** Settings that change how objects and references are stored. */
const formats: readonly [setting: string, value: RegExp, what: string][] = [
  ['extensions.objectformat', /^(?!sha1$)./i, 'stores objects by another hash than SHA-1'],
  ['extensions.refstorage', /^(?!files$)./i, 'stores references in another way than files'],
  ['extensions.partialclone', /./, 'is a partial clone'],
]

/** What must hold of a repository before it is used. Asked until it holds, then no more. */
export type RepositoryCheck = () => Promise<void>

/**
 * Throws `NOT_A_REPOSITORY` where there is none, and `REPOSITORY_NOT_READY` for one that isomorphic-git would read wrongly:
 * linked worktrees, objects kept elsewhere, other formats.
 */
export const createRepositoryCheck = (files: GitFiles): RepositoryCheck => {
  const { gitdir } = files
  const check = async (): Promise<void> => {
    const unsupported = (what: string): AmeliaError => {
      const message = `The repository ${gitdir} ${what}: this backend cannot use it. Clone it anew, or use native git.`
      return new AmeliaError('REPOSITORY_NOT_READY', message, { reason: 'unsupported' })
    }
    const head = await files.readText('HEAD')
    if (head === null) {
      if (await isFile(files)) throw unsupported('is a linked worktree or a submodule')
      const message = `${gitdir} is no git repository. Make one there, clone into it, or give another \`dir\`.`
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

/** A setting of the repository's own configuration; empty where there is none. */
export const readSetting = async (files: GitFiles, path: string): Promise<string> => {
  const { client: fs, gitdir } = files
  const value: unknown = await getConfig({ fs, gitdir, path })
  return typeof value === 'string' ? value : typeof value === 'boolean' ? String(value) : ''
}

/** A worktree's `.git` is a file that names the git dir. */
const isFile = async (files: GitFiles): Promise<boolean> =>
  (await files.exists('')) && !(await files.isFolder(''))
