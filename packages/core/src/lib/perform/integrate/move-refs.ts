import type { GitBackendV1, RefUpdate } from '../../contract/git-backend.ts'
import { AmeliaError } from '../../error/amelia-error.ts'

/**
 * Moves the references of an intent. Gives those that stood in the way; none when all have moved.
 *
 * With `reconcile` an earlier process may have died in the middle: what has its new value already, or a later one that was
 * built on it, is left alone, and the rest is rolled forward. Where something stands in the way of the rest, what that process had moved of
 * the run's own goes back: a move is whole, or it is none.
 */
export const moveRefs = async (
  git: GitBackendV1,
  runId: string,
  updates: readonly RefUpdate[],
  reconcile: boolean,
): Promise<string[]> => {
  const left: RefUpdate[] = []
  const done: RefUpdate[] = []
  const foreign: string[] = []
  for (const update of updates) {
    const found = reconcile ? await git.readRef(update.ref) : update.old
    if (found === update.old) left.push(update)
    else if (found === update.new) done.push(update)
    else if (!(await contains(git, runId, found, update.new))) foreign.push(update.ref)
  }
  if (reconcile && foreign.length > 0) await takeBack(git, runId, done)
  if (foreign.length > 0 || left.length === 0) return foreign
  try {
    await git.updateRefs(left)
    return []
  } catch (error) {
    if (!AmeliaError.is(error, 'REF_MOVED')) throw error
    await takeBack(git, runId, done)
    return error.details.refs
  }
}

/** What people have already is not taken from them, and then nothing is. */
const takeBack = async (git: GitBackendV1, runId: string, done: readonly RefUpdate[]): Promise<void> => {
  if (done.length === 0 || done.some(({ ref }) => !ref.startsWith(`refs/amelia/${runId}/`))) return
  await git.updateRefs(done.map(({ ref, old, new: now }) => ({ ref, old: now, new: old })))
}

/** Whether a commit of this run is in the history of what was found. Every commit of a run carries its trailer. */
const contains = async (
  git: GitBackendV1,
  runId: string,
  found: string | null,
  commit: string | null,
): Promise<boolean> =>
  found !== null &&
  commit !== null &&
  (await git.findCommits({ from: found, trailer: 'Amelia-Run', value: runId })).includes(commit)
