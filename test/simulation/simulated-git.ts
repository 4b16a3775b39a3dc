import type { GitBackendV1 } from '@amelia/core'
import type { Workspace } from '@amelia/core/plugin'
import type { Gateway } from './create-gateway.ts'
import { commitByHand } from './commit-by-hand.ts'
import type { Trial } from './create-trial.ts'

const reading = { faults: ['fail', 'slow', 'hang'] } as const
const writing = { faults: ['fail', 'lie', 'slow', 'hang'] } as const

/** The repository as one process accesses it. */
export const simulatedGit = (trial: Trial, gateway: Gateway, git: GitBackendV1): GitBackendV1 => {
  const { git: repository, random, world } = trial
  const { guard } = gateway
  const updateRefs: GitBackendV1['updateRefs'] = async (updates) => {
    const target = updates.find(({ ref, old }) => ref.startsWith('refs/heads/') && old !== null)
    if (world.raced && target && trial.ownCommit === undefined)
      trial.ownCommit = commitByHand(repository, target.ref)
    return git.updateRefs(updates)
  }
  const withFiles = (workspace: Workspace): Workspace => {
    const { fs } = workspace
    const quick = { quick: true }
    return {
      ...workspace,
      fs: {
        ...fs,
        readFile: guard('fs.readFile', fs.readFile, quick),
        writeFile: guard('fs.writeFile', fs.writeFile, quick),
        lstat: guard('fs.lstat', fs.lstat, quick),
        stat: guard('fs.stat', fs.stat, quick),
        rm: guard('fs.rm', fs.rm, quick),
        mkdir: guard('fs.mkdir', fs.mkdir, quick),
        readdir: guard('fs.readdir', fs.readdir, quick),
        readlink: guard('fs.readlink', fs.readlink, quick),
      },
    }
  }
  const openWorkspace = guard('git.openWorkspace', git.openWorkspace, writing)
  return {
    contract: 'git-v1',
    inspect: guard('git.inspect', git.inspect, reading),
    readRef: guard('git.readRef', git.readRef, reading),
    listRefs: guard('git.listRefs', git.listRefs, reading),
    updateRefs: guard('git.updateRefs', updateRefs, {
      faults: [...writing.faults, 'partial'],
      async half(updates) {
        const isWrong = updates.some(({ ref, old }) => (repository.refs.get(ref) ?? null) !== old)
        if (isWrong) return
        for (const update of updates) if (random.chance(0.5)) repository.setRef(update.ref, update.new)
      },
    }),
    whyLocked: guard('git.whyLocked', git.whyLocked, reading),
    openWorkspace: async (request) => withFiles(await openWorkspace(request)),
    resetWorkspace: guard('git.resetWorkspace', git.resetWorkspace, writing),
    closeWorkspace: guard('git.closeWorkspace', git.closeWorkspace, writing),
    changedPaths: guard('git.changedPaths', git.changedPaths, reading),
    commitAttempt: guard('git.commitAttempt', git.commitAttempt, writing),
    merge: guard('git.merge', git.merge, reading),
    readFile: guard('git.readFile', git.readFile, reading),
    readTree: guard('git.readTree', git.readTree, reading),
    compose: guard('git.compose', git.compose, writing),
    diff: guard('git.diff', git.diff, reading),
    isAncestor: guard('git.isAncestor', git.isAncestor, reading),
    findCommits: guard('git.findCommits', git.findCommits, reading),
    ...(git.findLocks && { findLocks: guard('git.findLocks', git.findLocks, reading) }),
    ...(git.removeLock && { removeLock: guard('git.removeLock', git.removeLock, reading) }),
    ...(git.runHooks && { runHooks: guard('git.runHooks', git.runHooks, { faults: ['fail', 'slow'] }) }),
    ...(git.fingerprint && { fingerprint: guard('git.fingerprint', git.fingerprint, reading) }),
    ...(git.applyToCheckout && {
      applyToCheckout: guard('git.applyToCheckout', git.applyToCheckout, { faults: ['fail', 'slow'] }),
    }),
    ...(git.removeWorkspaces && {
      removeWorkspaces: guard('git.removeWorkspaces', git.removeWorkspaces, { faults: ['fail', 'slow'] }),
    }),
  }
}
