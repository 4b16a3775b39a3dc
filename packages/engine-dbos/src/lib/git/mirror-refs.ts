import { AmeliaError, type GitBackendV1, type RefUpdate } from '@amelia/core/plugin'

/**
 * Moves the refs of a clone to the values that the remote has now. A branch that contains something else in
 * this clone stays: its commits are not on the remote.
 */
export const mirrorRefs = async (git: GitBackendV1, updates: readonly RefUpdate[]): Promise<void> => {
  for (const { ref, new: to, old } of updates) {
    const now = await git.readRef(ref)
    const isBranch = ref.startsWith('refs/heads/')
    if (now === to || (isBranch && now !== old && now !== null)) continue
    try {
      await git.updateRefs([{ ref, new: to, old: now }])
    } catch (error) {
      // The remote has the true value, and the clone follows with the next move.
      if (!AmeliaError.is(error, 'REF_MOVED') && !AmeliaError.is(error, 'GIT_LOCKED')) throw error
    }
  }
}
