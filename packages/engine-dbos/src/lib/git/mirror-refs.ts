import { AmeliaError, type GitBackendV1, type RefUpdate } from '@amelia/core/plugin'

/**
 * Moves the refs of a clone to the values that the remote has now. A branch that contains something else in
 * this clone stays: its commits are not on the remote.
 */
export const mirrorRefs = async (git: GitBackendV1, updates: readonly RefUpdate[]): Promise<void> => {
  const moves: RefUpdate[] = []
  for (const { ref, new: to, old } of updates) {
    const now = await git.readRef(ref)
    const isBranch = ref.startsWith('refs/heads/')
    if (now !== to && (!isBranch || now === old || now === null)) moves.push({ ref, new: to, old: now })
  }
  if (moves.length === 0 || (await isMoved(git, moves))) return
  // All or none: those that can follow do.
  if (moves.length > 1) for (const move of moves) await isMoved(git, [move])
}

/** Returns false if the clone cannot follow now: it does so with the next move. */
const isMoved = async (git: GitBackendV1, moves: RefUpdate[]): Promise<boolean> => {
  try {
    await git.updateRefs(moves)
    return true
  } catch (error) {
    if (!AmeliaError.is(error, 'REF_MOVED') && !AmeliaError.is(error, 'GIT_LOCKED')) throw error
    return false
  }
}
