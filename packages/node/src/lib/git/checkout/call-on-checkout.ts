import type { Repository } from '../repository/locate-repository.ts'
import { type GitAnswer, type GitCall, runGit } from '../call/run-git.ts'

/** Runs git on the user's checkout. Without `write`, git takes no lock and does not refresh the index. */
export const callOnCheckout = (
  { gitDir, top }: Repository,
  args: string[],
  { write = false, env, ...call }: Pick<GitCall, 'input' | 'accept' | 'env'> & { write?: boolean } = {},
): Promise<GitAnswer> =>
  runGit(['-c', 'core.untrackedCache=keep', ...args], {
    gitDir,
    workTree: top,
    ...call,
    env: { ...(write ? {} : { GIT_OPTIONAL_LOCKS: '0' }), ...env },
  })
