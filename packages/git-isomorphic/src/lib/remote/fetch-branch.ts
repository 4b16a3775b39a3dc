import { fetch } from 'isomorphic-git'
import { callRemote, type RemoteOptions } from './call-remote.ts'

/** Options of {@link fetchBranch}. */
export interface FetchOptions extends RemoteOptions {
  /** Default: the branch that the repository tracks. */
  branch?: string
  /** Default: `origin`. */
  remote?: string
  /** The number of commits to fetch. Default: all that are missing. */
  depth?: number
}

/**
 * Fetches one branch into `refs/remotes` and returns its commit; null for an empty branch. Throws
 * `GIT_FAILED`.
 */
export const fetchBranch = (options: FetchOptions): Promise<string | null> => {
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
