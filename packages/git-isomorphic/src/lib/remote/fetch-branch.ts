import { checkOptions, rules } from '@amelia/core/plugin'
import { fetch } from 'isomorphic-git'
import { callRemote, type RemoteOptions, remoteRules } from './call-remote.ts'

/** Options of {@link fetchBranch}. */
export interface FetchOptions extends RemoteOptions {
  /** Default: the branch that the repository tracks. */
  branch?: string | undefined
  /** Default: `origin`. */
  remote?: string | undefined
  /** The number of commits to fetch. Default: all that are missing. */
  depth?: number | undefined
}

/**
 * Fetches one branch into `refs/remotes` and returns its commit; null for an empty branch. Throws
 * `GIT_FAILED`.
 */
export const fetchBranch = async (options: FetchOptions): Promise<string | null> => {
  checkOptions('fetchBranch', options, {
    ...remoteRules,
    branch: rules.optional(rules.name),
    remote: rules.optional(rules.name),
    depth: rules.optional(rules.count),
  })
  const { branch, remote = 'origin', depth } = options
  return callRemote(options, `Fetch of ${branch ?? 'the branch'} from ${remote}`, async (shared) => {
    const { fetchHead } = await fetch({
      ...shared,
      remote,
      singleBranch: true,
      tags: false,
      ...(branch === undefined ? {} : { ref: branch }),
      ...(depth === undefined ? {} : { depth }),
    })
    return fetchHead
  })
}
