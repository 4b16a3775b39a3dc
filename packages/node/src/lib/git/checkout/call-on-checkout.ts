import { join } from 'node:path'
import { withNote } from '../refs/note-call.ts'
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
  const config = isQuiet ? {} : await programsOfHead(repository)
  const run = (): Promise<GitAnswer> =>
    runGit(['-c', 'core.untrackedCache=keep', ...args], {
      gitDir,
      workTree: top,
      isUsers: true,
      ...call,
      config,
      env: { ...(write ? {} : { GIT_OPTIONAL_LOCKS: '0' }), ...env },
    })
  return write ? withIndexNote(repository, run) : run()
}

/** Performs a task that takes the lock of the user's index, with a note. */
export const withIndexNote = <Result>(repository: Repository, task: () => Promise<Result>): Promise<Result> =>
  withNote(repository, new Map([[join(repository.gitDir, 'index.lock'), 'any']]), task)

/** Returns the settings for the programs of the commit of HEAD. */
export const programsOfHead = async (repository: Repository): Promise<Readonly<Record<string, string>>> => {
  const head = await repository.objects.find('HEAD^{commit}')
  return head === null ? {} : (await programsFor(repository, head.id)).config
}
