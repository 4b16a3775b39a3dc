import { checkOptions, rules } from '@amelia/core/plugin'
import { push } from 'isomorphic-git'
import { callRemote, type RemoteOptions, remoteRules } from './call-remote.ts'

/** Options of `pushBranch`. */
export interface PushOptions extends RemoteOptions {
  /** The ref to push: a branch, or a full ref name. */
  branch: string
  /** Full ref name on the server. Default: the same name. */
  to?: string | undefined
  /** Default: `origin`. */
  remote?: string | undefined
  /** Overwrites a branch that is not an ancestor. Default: false. */
  force?: boolean | undefined
}

/** Pushes one branch. Throws `GIT_FAILED`, also if the server rejects it. */
export const pushBranch = async (options: PushOptions): Promise<void> => {
  checkOptions('pushBranch', options, {
    ...remoteRules,
    branch: rules.name,
    to: rules.optional(rules.name),
    remote: rules.optional(rules.name),
    force: rules.optional(rules.flag),
  })
  const { branch, to, remote = 'origin', force = false } = options
  return callRemote(options, `Push of ${branch} to ${remote}`, async (shared) => {
    const result = await push({
      ...shared,
      ref: branch,
      remote,
      force,
      ...(to === undefined ? {} : { remoteRef: to }),
    })
    const refused = Object.entries(result.refs).filter(([, { ok }]) => !ok)
    if (result.ok && refused.length === 0) return
    throw new Error(refused.map(([ref, { error }]) => `${ref}: ${error}`).join(', ') || (result.error ?? ''))
  })
}
