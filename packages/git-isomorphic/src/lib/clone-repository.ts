import { clone } from 'isomorphic-git'
import { callRemote, type RemoteOptions } from './remote.ts'

export interface CloneOptions extends RemoteOptions {
  url: string
  /** Default: the branch that the server names. */
  branch?: string
  /** How many commits of its history. Default: all. */
  depth?: number
  /** Whether files are put into `dir`. Default: false; a run needs none. */
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
