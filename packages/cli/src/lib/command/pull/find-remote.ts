import { tryCommand } from '../../stored/try-command.ts'
import { usageError } from '../../terminal/usage-error.ts'

/**
 * Finds the remote to push to: the named one, that of the base's upstream, or `origin`. Undefined if the
 * repository has none of them.
 *
 * Throws a usage error for a named remote that does not exist.
 */
export const findRemote = async (
  repo: string,
  named: string | undefined,
  base: string | undefined,
): Promise<string | undefined> => {
  const remotes = ((await tryCommand('git', ['remote'], repo)) ?? '').split('\n').filter(Boolean)
  if (named !== undefined) {
    if (remotes.includes(named)) return named
    const known = remotes.length === 0 ? 'The repository has no remotes.' : `Remotes: ${remotes.join(', ')}.`
    throw usageError(`--remote ${named}: the repository has no such remote.`, known)
  }
  const upstream =
    base === undefined ? undefined : await tryCommand('git', ['config', `branch.${base}.remote`], repo)
  return [upstream, 'origin'].find((name) => name !== undefined && remotes.includes(name))
}
