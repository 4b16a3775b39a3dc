import type { GitBackendV1, RefUpdate } from '../../contract/git-backend.ts'
import { AmeliaError } from '../../error/amelia-error.ts'

/**
 * Moves the refs of an intent. Returns the refs with unexpected values; an empty list if all have moved.
 *
 * With `reconcile`, an earlier process may have died during the move. Refs that have their new value, or a
 * later one built on it, stay; the others are moved. If one of those has an unexpected value, the run's own
 * refs that were already moved are moved back: all refs move, or none.
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

/** Moves nothing back if one of the refs is not the run's own, because people may have seen its new value. */
const takeBack = async (git: GitBackendV1, runId: string, done: readonly RefUpdate[]): Promise<void> => {
  if (done.length === 0 || done.some(({ ref }) => !ref.startsWith(`refs/amelia/${runId}/`))) return
  await git.updateRefs(done.map(({ ref, old, new: now }) => ({ ref, old: now, new: old })))
}

/** Whether the found commit contains a commit of this run, which its trailer identifies. */
const contains = async (
  git: GitBackendV1,
  runId: string,
  found: string | null,
  commit: string | null,
): Promise<boolean> =>
  found !== null &&
  commit !== null &&
  (await git.findCommits({ from: found, trailer: 'Amelia-Run', value: runId })).includes(commit)
