import { AmeliaError } from '../../error/amelia-error.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import type { GitBackendV1, RefUpdate } from '../../contract/git-backend.ts'
import type { Performer } from '../performer.ts'
import { squashMessage } from '../message/run-message.ts'
import { whenUnlocked } from '../guard/when-unlocked.ts'

/** The result of a revert. `note` says why the target stays as it is. */
export interface Reverted {
  note?: string
  rescue?: string
  files?: true
  kept?: string[]
}

/**
 * Restores the target to its earlier commit and keeps the later one under a ref of the run. If the target is
 * checked out in the user's checkout, the index and files follow. Files that the run only wrote to the
 * checkout are restored without moving a branch.
 *
 * The target stays as it is, with a `note`, if it is checked out elsewhere, if the user has changed its files
 * since, or if it contains commits of someone else. Idempotent.
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
  // Files of an interrupted phase are removed first, because they would block the revert.
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
      note: `${branch} was moved by someone else and stays as it is. Its commit before the run: ${before ?? 'none'}.`,
    }
  const locked = await whyStays(git, { branch: target, from: found, to: before })
  if (locked !== null)
    return {
      note: `${branch} was not restored: ${locked}. Its commit before the run: ${before ?? 'none'}. To try again: amelia revert ${runId}`,
    }
  const updates: RefUpdate[] = [{ ref: target, new: before, old: found }]
  // The ref of an earlier revert of a batch may already contain this commit.
  if (kept === null || !(await git.isAncestor(found, kept)))
    updates.unshift({ ref: rescue, new: found, old: kept })
  try {
    await whenUnlocked(host.clock, () => git.updateRefs(updates))
  } catch (error) {
    if (AmeliaError.is(error, 'GIT_LOCKED'))
      return {
        note: `${branch} was not restored. ${error.message} Its commit before the run: ${before ?? 'none'}. To try again: amelia revert ${runId}`,
      }
    if (!AmeliaError.is(error, 'REF_MOVED')) throw error
    return { note: `${branch} was moved by someone else during the revert and stays as it is.` }
  }
  await follow(git, { branch: target, from: found, to: before })
  return { rescue }
}

interface Step {
  branch: string
  from: string
  to: string | null
}

/** A branch that is deleted is not checked out anywhere, so nothing follows it. */
const follow = async (git: GitBackendV1, { branch, from, to }: Step): Promise<void> => {
  if (to !== null) await git.followBranch?.({ branch, from, to })
}

/**
 * Returns why the branch cannot be restored, or null. Being checked out does not prevent it if the index and
 * files can follow.
 */
const whyStays = async (git: GitBackendV1, { branch, from, to }: Step): Promise<string | null> => {
  const goesAlong = to !== null && git.followBranch !== undefined
  const locked = await git.whyLocked(branch, { inPlace: goesAlong })
  if (locked !== null || !goesAlong) return locked
  const { branch: current, operation } = await git.inspect()
  if (current !== branch) return null
  if (operation !== null) return `a ${operation} is in progress in the checkout`
  const { kept = [] } = (await git.followBranch?.({ branch, from, to, preflight: true })) ?? {}
  return kept.length === 0 ? null : `you have changed ${kept.join(', ')} in the checkout since`
}

/** Restores the files that the run wrote to the checkout without committing, except those changed since. */
const revertFiles = async ({ state, host: { git } }: Performer): Promise<Reverted> => {
  const { head: from, base: to, runId } = state
  const { head, operation } = await git.inspect()
  const how = `Its files are in ${refNames(runId).head}.`
  if (head !== to)
    return { note: `The checkout has moved to another commit, so its files stay as they are. ${how}` }
  if (operation !== null)
    return { note: `A ${operation} is in progress in the checkout, so its files stay as they are. ${how}` }
  const { kept = [] } = (await git.followBranch?.({ from, to, message: squashMessage(state) })) ?? {}
  return { rescue: refNames(runId).head, files: true, ...(kept.length > 0 && { kept }) }
}
