import { push } from 'isomorphic-git'
import { callRemote, type RemoteOptions } from './remote.ts'

export interface PushOptions extends RemoteOptions {
  /** The reference to push: a branch, or its full name. */
  branch: string
  /** The full name over there. Default: the same. */
  to?: string
  /** Default: `origin`. */
  remote?: string
  /** Overwrites what is there although it is no ancestor. Default: false. */
  force?: boolean
}

/** Pushes one branch. Throws `GIT_FAILED`, also when the server refuses it. */
export const pushBranch = (options: PushOptions): Promise<void> => {
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
