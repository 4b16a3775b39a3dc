import type { RefUpdate } from '../../contract/git-backend.ts'
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
  // Recorded before the move, because another phase may inspect the repository before this call returns.
  for (const { ref, new: to } of updates)
    if (ref === performer.state.target.ref && to !== null) performer.ownMoves.add(to)
  const foreign = await moveRefs(performer.host.git, performer.state.runId, updates, reconcile)
  if (foreign.length > 0) return { type: 'refs_refused', ...of, refs: foreign }
  await followTarget(performer, updates)
  return { type: 'refs_moved', ...of }
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
