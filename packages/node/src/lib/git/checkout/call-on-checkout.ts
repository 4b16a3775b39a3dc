import { programsFor } from '../repository/program/programs-for.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { type GitAnswer, type GitCall, runGit } from '../call/run-git.ts'

/** Commands that run no filter. */
const quiet = new Set(['check-ignore', 'ls-files', 'write-tree'])

/**
 * Runs git on the user's checkout. Without `write`, git takes no lock and does not refresh the index. Filters
 * in the repository run as in the commit of HEAD. `isQuiet`: the caller has made sure that none runs.
 */
export const callOnCheckout = async (
  repository: Repository,
  args: string[],
  {
    write = false,
    isQuiet = quiet.has(args[0] ?? ''),
    env,
    ...call
  }: Pick<GitCall, 'input' | 'accept' | 'env'> & { write?: boolean; isQuiet?: boolean } = {},
): Promise<GitAnswer> => {
  const { gitDir, top } = repository
  return runGit(['-c', 'core.untrackedCache=keep', ...args], {
    gitDir,
    workTree: top,
    isUsers: true,
    ...call,
    config: isQuiet ? {} : await programsOfHead(repository),
    env: { ...(write ? {} : { GIT_OPTIONAL_LOCKS: '0' }), ...env },
  })
}

/** Returns the settings for the programs of the commit of HEAD. */
export const programsOfHead = async (repository: Repository): Promise<Readonly<Record<string, string>>> => {
  const head = await repository.objects.find('HEAD^{commit}')
  return head === null ? {} : (await programsFor(repository, head.id)).config
}
