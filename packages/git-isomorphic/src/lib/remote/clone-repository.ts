import { checkOptions, rules } from '@amelia/core/plugin'
import { clone } from 'isomorphic-git'
import { callRemote, type RemoteOptions, remoteRules } from './call-remote.ts'

/** Options of {@link cloneRepository}. */
export interface CloneOptions extends RemoteOptions {
  /** The URL of the repository to clone, `http:` or `https:`. */
  url: string
  /** Default: the server's default branch. */
  branch?: string | undefined
  /** The number of commits to fetch. Default: all. */
  depth?: number | undefined
  /** Whether to check out files to `dir`. Default: false; a run does not need them. */
  checkout?: boolean | undefined
}

/** Clones one branch. Throws `GIT_FAILED`. */
export const cloneRepository = async (options: CloneOptions): Promise<void> => {
  checkOptions('cloneRepository', options, {
    ...remoteRules,
    url: rules.name,
    branch: rules.optional(rules.name),
    depth: rules.optional(rules.count),
    checkout: rules.optional(rules.flag),
  })
  return callRemote(options, `Clone of ${options.url}`, (shared) =>
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
}
