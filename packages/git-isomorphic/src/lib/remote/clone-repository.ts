import { clone } from 'isomorphic-git'
import { callRemote, type RemoteOptions } from './call-remote.ts'

/** Options of {@link cloneRepository}. */
export interface CloneOptions extends RemoteOptions {
  /** The URL of the repository to clone, `http:` or `https:`. */
  url: string
  /** Default: the server's default branch. */
  branch?: string
  /** The number of commits to fetch. Default: all. */
  depth?: number
  /** Whether to check out files to `dir`. Default: false; a run does not need them. */
  checkout?: boolean
}

/** Clones one branch. Throws `GIT_FAILED`. */
export const cloneRepository = (options: CloneOptions): Promise<void> =>
  callRemote(options, `Clone of ${options.url}`, (shared) =>
    clone({
      ...shared,
      url: options.url,
      singleBranch: true,
      noTags: true,
      noCheckout: options.checkout !== true,
      ...(options.branch === undefined ? {} : { ref: options.branch }),
      ...(options.depth === undefined ? {} : { depth: options.depth }),
    }),
  )
