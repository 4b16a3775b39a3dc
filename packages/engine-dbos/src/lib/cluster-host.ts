import { type Host, checkOptions, rules, type RulesOf } from '@amelia/core/plugin'
import { checkAddress, checkRemote } from './git/check-remote.ts'
import { coordinatorGit } from './git/coordinator-git.ts'

/** Options of `clusterHost`. */
export interface ClusterHostOptions {
  /**
   * The host of this machine, with a store that all machines share: `{ ...nodeHost(), store:
   * postgresStore({ database }) }`.
   */
  host: Host
  /** A folder of this machine's clone, the one that `host.git` works in. Default: the current folder. */
  repo?: string | undefined
  /** The address or the path of the repository that all machines share. */
  remote: string
  /**
   * Called with the output of git when the remote cannot be reached, which is then tried for 10 minutes. The
   * first call does not wait for it: a wrong address is refused at once.
   */
  onUnreachable?: ((output: string) => void) | undefined
}

const clusterHostRules: RulesOf<ClusterHostOptions> = {
  host: {
    expected: 'a host, such as nodeHost()',
    is: (value) => typeof value === 'object' && value !== null,
  },
  repo: rules.optional(rules.name),
  // It may contain a password.
  remote: { ...rules.name, secret: true },
  onUnreachable: rules.optional(rules.function),
}

/**
 * Creates a host whose runs can continue on another machine: each machine has its own clone, and all share
 * the store and the remote. Every commit of a run is on the remote before the journal names it.
 *
 * Taking the lease of a run also takes its refs on the remote, so that the process that had the run before
 * can move none of them. The first call checks the address, and the first lease the remote. Throws
 * `OPTION_INVALID` for an address that cannot be read, and for a remote that accepts no atomic pushes or
 * hides refs, and `LEASE_LOST` if a later lease has taken the refs.
 */
export const clusterHost = (options: ClusterHostOptions): Host => {
  checkOptions('clusterHost', options, clusterHostRules)
  const { host, repo = '.', remote, onUnreachable } = options
  const { store } = host
  const git = coordinatorGit({
    ...{ git: host.git, repo, remote, check: untilDone(() => checkAddress(repo, remote)) },
    ...(onUnreachable && { onUnreachable }),
  })
  const check = untilDone(() => checkRemote(repo, remote))
  return {
    ...host,
    ...(host.machine !== undefined && { machine: host.machine }),
    git,
    store: {
      ...store,
      async acquire(runId) {
        await check()
        const lease = await store.acquire(runId)
        try {
          await git.takeOver(runId, lease.token)
        } catch (error) {
          await lease.release().catch(() => {})
          throw error
        }
        return lease
      },
    },
  }
}

/** Performs a check until it succeeds once. */
const untilDone = (check: () => Promise<void>): (() => Promise<void>) => {
  let checked: Promise<void> | null = null
  return () =>
    (checked ??= check().catch((error: unknown) => {
      checked = null
      throw error
    }))
}
