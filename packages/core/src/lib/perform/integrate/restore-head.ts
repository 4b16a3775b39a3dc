import { AmeliaError } from '../../error/amelia-error.ts'
import type { Effect } from '../../machine/state/effect.ts'
import type { InputOf } from '../../machine/state/input/input.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import type { Performer } from '../performer.ts'
import { moveRefs } from './move-refs.ts'

/**
 * Moves the run's head back to the commit in the journal and keeps the displaced commit under another ref.
 */
export const restoreHead = async (
  { host: { git }, state: { runId } }: Performer,
  { gateId, found, expected }: Extract<Effect, { type: 'restore_head' }>,
): Promise<Omit<InputOf<'locks_gone'>, 'at'>> => {
  const { head, displaced } = refNames(runId)
  const updates = [{ ref: head, new: expected, old: found }]
  if (found !== null && (await git.readRef(displaced(found))) === null)
    await git.updateRefs([{ ref: displaced(found), new: found, old: null }])
  const refs = await moveRefs(git, runId, updates, true)
  if (refs.length > 0)
    throw new AmeliaError(
      'REF_MOVED',
      `${head} moved again while it was being restored. To compare it with the journal again: amelia resume ${runId}`,
      { refs },
    )
  return { type: 'locks_gone', gateId }
}
