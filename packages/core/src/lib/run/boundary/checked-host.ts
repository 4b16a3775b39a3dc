import type { GitBackendV1 } from '../../contract/git-backend.ts'
import type { Host } from '../../contract/host.ts'
import type { RunStoreV1 } from '../../contract/run-store.ts'
import { type Workspace, withFiles } from '../../contract/workspace.ts'
import { checkReturns } from './check-returns.ts'
import { fileReturnRules } from './git-return-rules.ts'
import { returnRules } from './return-rules.ts'

/** Returns a host that checks what each part of the given one returns. See {@link checkReturns}. */
export const checkedHost = <Given extends Partial<Host>>(host: Given): Given => {
  const { git, store, commands, clock, proof } = host
  return {
    ...(git && { git: checkedGit(git) }),
    ...(store && { store: checkedStore(store) }),
    ...(commands && { commands: checkReturns(commands, 'command runner', returnRules.commands) }),
    ...(clock && { clock: checkReturns(clock, 'clock', returnRules.clock) }),
    ...(proof && {
      proof: { ...checkReturns(proof, 'host', returnRules.proof), platform: proof.platform },
    }),
    ...checkReturns(host as Pick<Host, 'uniqueId'>, 'host', returnRules.host),
    // It may be a getter that reads the machine's id.
    get machine() {
      return host.machine
    },
    // It may be one that tries what the machine can do.
    get confinement() {
      return host.confinement
    },
  } as Given
}

/** Returns a git backend that checks what the given one and the files of its workspaces return. */
const checkedGit = (git: GitBackendV1): GitBackendV1 => {
  const checked = checkReturns(git, 'git backend', returnRules.git)
  const withCheckedFiles = (workspace: Workspace): Workspace =>
    withFiles(workspace, checkReturns(workspace.fs, 'file system of a workspace', fileReturnRules))
  return {
    ...checked,
    ...(git.shared && { shared: git.shared }),
    openWorkspace: async (request) => withCheckedFiles(await checked.openWorkspace(request)),
    ...(checked.rescueWorkspace && {
      async rescueWorkspace(request) {
        const rescued = await checked.rescueWorkspace!(request)
        return rescued && withCheckedFiles(rescued)
      },
    }),
  }
}

/** Returns a store that checks what the given one and its leases return. */
const checkedStore = (store: RunStoreV1): RunStoreV1 => {
  const checked = checkReturns(store, 'run store', returnRules.store)
  return {
    ...checked,
    async acquire(id) {
      const lease = await checked.acquire(id)
      const { runId, token, alone } = lease
      return {
        ...checkReturns(lease, 'lease', returnRules.lease),
        ...{ runId, token },
        ...(alone && { alone }),
      }
    },
  }
}
