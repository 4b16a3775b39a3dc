import { AmeliaError } from '../error/amelia-error.ts'
import { refNames } from '../machine/ref-names.ts'
import type { RefUpdate } from '../contract/git-backend.ts'
import type { Engine } from './engine.ts'

/**
 * Puts the target back to what it was before, and keeps what was there under a reference of the run's own.
 *
 * A target that is checked out, or that holds what somebody else has put there, stays as it is: `note` says so.
 * Doing it twice is doing it once.
 */
export const revertTarget = async (
  { state, host: { git } }: Engine,
  { found, before }: { found: string | null; before: string | null },
): Promise<{ note?: string; rescue?: string }> => {
  const { target, runId } = state
  const rescue = refNames(runId).reverted
  const branch = target.replace('refs/heads/', '')
  if (found === before || found === null) return {}
  const [now, kept, held] = await Promise.all([git.readRef(target), git.readRef(rescue), git.whyHeld(target)])
  if (now === before) return kept === null ? {} : { rescue }
  if (now !== found)
    return {
      note: `${branch} was moved by somebody else and stays as it is. What it held before: ${before ?? 'nothing'}.`,
    }
  if (held !== null)
    return { note: `${branch} was not put back: ${held}. What it held before: ${before ?? 'nothing'}.` }
  const updates: RefUpdate[] = [{ ref: target, new: before, old: found }]
  // What an earlier one has kept, of a batch, holds all of it already.
  if (kept === null || !(await git.isAncestor(found, kept)))
    updates.unshift({ ref: rescue, new: found, old: kept })
  try {
    await git.updateRefs(updates)
    return { rescue }
  } catch (error) {
    if (!AmeliaError.is(error, 'REF_MOVED')) throw error
    return { note: `${branch} was moved by somebody else at this moment and stays as it is.` }
  }
}
