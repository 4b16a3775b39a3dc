import type { RefUpdate } from '../../contract/git-backend.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { Effect } from '../../machine/state/effect.ts'
import type { InputDraft } from '../../machine/state/input/input.ts'
import type { Performer } from '../performer.ts'
import { moveRefs } from './move-refs.ts'

/** Moves refs of the run. In place, the user's index and files follow the target branch. */
export const moveRunRefs = async (
  performer: Performer,
  { updates, reconcile, phaseId }: Extract<Effect, { type: 'move_refs' }>,
): Promise<InputDraft> => {
  const of = phaseId === undefined ? {} : { phaseId }
  const { state, host, ownMoves } = performer
  const published = updates.find(({ ref }) => ref === state.target.ref)?.new
  // An earlier try may have moved the refs before a lock kept the checkout from following.
  const isAgain = state.settings.inPlace !== undefined && !!published && ownMoves.has(published)
  // Recorded before the move, because another phase may inspect the repository before this call returns.
  if (published) ownMoves.add(published)
  const foreign = await moveRefs(host.git, state.runId, updates, reconcile || isAgain)
  if (foreign.length > 0) return { type: 'refs_refused', ...of, refs: foreign }
  await followTarget(performer, updates)
  if (phaseId !== undefined) await endInPlace(performer, phaseId)
  return { type: 'refs_moved', ...of }
}

/**
 * Ends an integrated phase in the user's checkout. Its end may be the run's, and a run that has ended is not
 * resumed, so the checkout is restored before the end is recorded. Here a person can be asked about a lock.
 */
const endInPlace = async (
  { state, host: { git }, workspaces }: Performer,
  phaseId: string,
): Promise<void> => {
  if (!state.settings.inPlace) return
  const workspace = workspaces.get(phaseId)
  workspaces.delete(phaseId)
  try {
    if (workspace) await git.closeWorkspace(workspace)
    // An earlier process opened it, or an earlier try could not close it.
    else await git.removeWorkspaces?.(state.runId)
  } catch (error) {
    // The end of the run repeats any other clean-up, and reports its failure.
    if (AmeliaError.is(error, 'GIT_LOCKED') || AmeliaError.is(error, 'LEASE_LOST')) throw error
  }
}

/** Repeated after a crash, which changes nothing. */
const followTarget = async (
  { state, host: { git } }: Performer,
  updates: readonly RefUpdate[],
): Promise<void> => {
  const own = updates.find(({ ref }) => ref === state.target.ref)
  if (!state.settings.inPlace || !own?.old || !own.new) return
  await git.followBranch?.({ branch: own.ref, from: own.old, to: own.new })
}
