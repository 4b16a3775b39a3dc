import type { GitBackendV1 } from '@amelia/core'
import { openHost } from '../../stored/open-host.ts'
import { tryCommand } from '../../stored/try-command.ts'
import { refOf } from './refs-of.ts'

/** The folder in which a branch is checked out. */
export interface Checkout {
  folder: string
  /** Updates the index and the files of that folder. */
  git: GitBackendV1
}

/** Finds the folder, of all worktrees of the repository, in which a branch is checked out. */
export const findCheckout = async (repo: string, branch: string): Promise<Checkout | undefined> => {
  const listed = (await tryCommand('git', ['worktree', 'list', '--porcelain', '-z'], repo)) ?? ''
  for (const entry of listed.split('\0\0')) {
    const lines = entry.split('\0')
    const folder = lines.find((line) => line.startsWith('worktree '))?.slice('worktree '.length)
    if (folder === undefined || !lines.includes(`branch ${refOf(branch)}`)) continue
    return { folder, git: (await openHost({ repo: folder })).git }
  }
  return undefined
}
