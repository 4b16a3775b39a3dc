import { tryCommand } from './try-command.ts'

/** Reads the branch that is checked out; undefined for a detached HEAD. */
export const readHeadBranch = (repo: string): Promise<string | undefined> =>
  tryCommand('git', ['symbolic-ref', '--quiet', '--short', 'HEAD'], repo)
