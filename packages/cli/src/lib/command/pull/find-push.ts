import type { PushOutput } from '../../document/json/dry-run-output.ts'
import type { RunFlags } from '../../stored/next-steps.ts'
import { tryCommand } from '../../stored/try-command.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { withoutLogin } from './without-login.ts'

/** The place that `--pr` pushes to. */
export interface Push {
  /** The remotes of the repository, by name. */
  remotes: string[]
  /** The name of a remote, or an address. Absent if nothing decides it. */
  remote?: string
  /** The address that git pushes to for `remote`. */
  url?: string
  /** A remote that git's settings name, and that does not exist. */
  unknown?: string
}

/** The branches that decide where to push. */
interface PushBranches {
  /** The branch to push. Absent before a run that chooses its name. */
  target?: string | undefined
  /** The branch that the run began on. Absent for a detached HEAD. */
  base?: string | undefined
}

type Git = (...args: string[]) => Promise<string | undefined>

/**
 * Finds the remote to push to: the named one, the one that git would push the target or the base to, the only
 * remote, or `origin`.
 *
 * Throws a usage error for a named remote that does not exist.
 */
export const findPush = async (
  { repo, remote: flag, engine }: Pick<RunFlags, 'repo' | 'remote' | 'engine'>,
  { target, base }: PushBranches = {},
): Promise<Push> => {
  const named = engine === undefined ? flag : undefined
  const git: Git = (...args) => tryCommand('git', args, repo)
  const remotes = linesOf(await git('remote'))
  const decided = async (remote: string): Promise<Push> => {
    const url = await git(...(remotes.includes(remote) ? pushUrl : anyUrl), '--', remote)
    return { remotes, remote, ...(url !== undefined && { url: linesOf(url)[0] ?? '' }) }
  }
  if (named !== undefined) {
    if (remotes.includes(named)) return decided(named)
    const known = remotes.length === 0 ? 'The repository has no remotes.' : `Remotes: ${remotes.join(', ')}.`
    throw usageError(`--remote ${named}: the repository has no such remote.`, known)
  }
  for (const branch of [target, base]) {
    const asked = await askGit(git, branch?.replace(/^refs\/heads\//, ''))
    // The upstream of a branch may be another branch of this repository.
    if (asked === undefined || asked === '.') continue
    if (remotes.includes(asked) || /[/:]/.test(asked)) return decided(asked)
    if (remotes.length > 0) return { remotes, unknown: asked }
  }
  const usual = remotes.length === 1 ? remotes[0] : remotes.find((name) => name === 'origin')
  return usual === undefined ? { remotes } : decided(usual)
}

const pushUrl = ['remote', 'get-url', '--push']
const anyUrl = ['ls-remote', '--get-url']

/** The remote that git's settings name for a push of the branch. The branch need not exist yet. */
const askGit = async (git: Git, branch: string | undefined): Promise<string | undefined> => {
  if (branch !== undefined) {
    const ref = `refs/heads/${branch}`
    // The pattern also matches branches below this name.
    const found = linesOf(await git('for-each-ref', '--format=%(refname) %(push:remotename)', ref))
      .map((line) => line.split(' '))
      .find(([name]) => name === ref)
    if (found !== undefined) return found[1] || undefined
  }
  // git answers for branches that exist. For others, its settings are read in its order.
  const own = (key: string): string[] => (branch === undefined ? [] : [`branch.${branch}.${key}`])
  for (const key of [...own('pushRemote'), 'remote.pushDefault', ...own('remote')]) {
    const value = await git('config', '--get', key)
    if (value !== undefined && value !== '') return value
  }
  return undefined
}

const linesOf = (text = ''): string[] => text.split('\n').filter((line) => line.trim() !== '')

/** The place to push to, for a preview: without logins. */
export const pushOutput = ({ remote, url, remotes }: Push): PushOutput => ({
  remote: remote === undefined ? null : withoutLogin(remote),
  url: url === undefined ? null : withoutLogin(url),
  remotes,
})
