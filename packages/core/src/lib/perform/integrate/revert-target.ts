import { AmeliaError } from '../../error/amelia-error.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import type { GitBackendV1, RefUpdate } from '../../contract/git-backend.ts'
import type { Performer } from '../performer.ts'
import { squashMessage } from './run-message.ts'
import { whenUnlocked } from '../guard/when-unlocked.ts'

/** What came of it: `note` says why the target stays. */
export interface Reverted {
  note?: string
  rescue?: string
  files?: true
  kept?: string[]
}

/**
 * Puts the target back to what it was before, and keeps what was there under a reference of the run's own. Where it is checked out in the user's own
 * checkout, index and files go with it; those that a run has only put there go back without it.
 *
 * A target that is checked out elsewhere, whose files the user has changed since, or that holds what somebody else has put there, stays as it
 * is: `note` says so. Doing it twice is doing it once.
 */
export const revertTarget = async (
  performer: Performer,
  { found, before }: { found: string | null; before: string | null },
): Promise<Reverted> => {
  const { state, host } = performer
  const { git } = host
  const {
    runId,
    settings,
    target: { ref: target },
  } = state
  // What an interrupted phase has left in the checkout goes first: it would be in the way.
  if (settings.inPlace) await git.removeWorkspaces?.(runId)
  if (state.target.inCheckout) return revertFiles(performer)
  const rescue = refNames(runId).reverted
  const branch = target.replace('refs/heads/', '')
  if (found === before || found === null) return {}
  const [now, kept] = await Promise.all([git.readRef(target), git.readRef(rescue)])
  if (now === before) {
    if (kept !== null) await follow(git, { branch: target, from: found, to: before })
    return kept === null ? {} : { rescue }
  }
  if (now !== found)
    return {
      note: `${branch} was moved by somebody else and stays as it is. What it held before: ${before ?? 'nothing'}.`,
    }
  const held = await whyStays(git, { branch: target, from: found, to: before })
  if (held !== null)
    return {
      note: `${branch} was not put back: ${held}. What it held before: ${before ?? 'nothing'}. To try again: amelia revert ${runId}`,
    }
  const updates: RefUpdate[] = [{ ref: target, new: before, old: found }]
  // What an earlier one has kept, of a batch, holds all of it already.
  if (kept === null || !(await git.isAncestor(found, kept)))
    updates.unshift({ ref: rescue, new: found, old: kept })
  try {
    await whenUnlocked(host.clock, () => git.updateRefs(updates))
  } catch (error) {
    if (AmeliaError.is(error, 'GIT_LOCKED'))
      return {
        note: `${branch} was not put back. ${error.message} What it held before: ${before ?? 'nothing'}. To try again: amelia revert ${runId}`,
      }
    if (!AmeliaError.is(error, 'REF_MOVED')) throw error
    return { note: `${branch} was moved by somebody else at this moment and stays as it is.` }
  }
  await follow(git, { branch: target, from: found, to: before })
  return { rescue }
}

interface Step {
  branch: string
  from: string
  to: string | null
}

/** A branch that is to be gone is checked out nowhere. */
const follow = async (git: GitBackendV1, { branch, from, to }: Step): Promise<void> => {
  if (to !== null) await git.followBranch?.({ branch, from, to })
}

/** Why the branch cannot be put back, or null. Where index and files can go with it, it is no reason that it is checked out. */
const whyStays = async (git: GitBackendV1, { branch, from, to }: Step): Promise<string | null> => {
  const goesAlong = to !== null && git.followBranch !== undefined
  const held = await git.whyHeld(branch, { inPlace: goesAlong })
  if (held !== null || !goesAlong) return held
  const { branch: current, operation } = await git.inspect()
  if (current !== branch) return null
  if (operation !== null) return `${operation} is under way in the checkout`
  const { kept = [] } = (await git.followBranch?.({ branch, from, to, look: true })) ?? {}
  return kept.length === 0 ? null : `you have changed ${kept.join(', ')} in the checkout since`
}

/** The files that were put into the checkout and not committed: those that still are what was put there go back. */
const revertFiles = async ({ state, host: { git } }: Performer): Promise<Reverted> => {
  const { head: from, base: to, runId } = state
  const { head, operation } = await git.inspect()
  const how = `Its files are in ${refNames(runId).head}.`
  if (head !== to)
    return { note: `The checkout is at another commit by now, so its files stay as they are. ${how}` }
  if (operation !== null)
    return { note: `${operation} is under way in the checkout, so its files stay as they are. ${how}` }
  const { kept = [] } = (await git.followBranch?.({ from, to, message: squashMessage(state) })) ?? {}
  return { rescue: refNames(runId).head, files: true, ...(kept.length > 0 && { kept }) }
}
