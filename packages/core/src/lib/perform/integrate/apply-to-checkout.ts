import { refNames } from '../../machine/state/ref-names.ts'
import type { Performer } from '../performer.ts'
import { squashMessage } from '../message/run-message.ts'

/**
 * Writes the run's files to the user's checkout without committing them. Returns a note if that is not
 * possible.
 */
export const applyToCheckout = async (
  { state, host: { git } }: Performer,
  commit: string,
): Promise<{ note?: string }> => {
  const how = `To get the files: git merge --squash ${refNames(state.runId).head}`
  if (!git.applyToCheckout) return { note: `The host has no checkout. ${how}` }
  const { head } = await git.inspect()
  if (head !== state.base) return { note: `The checkout moved to another commit during the run. ${how}` }
  const result = await git.applyToCheckout({ commit, head, message: squashMessage(state) })
  return result.outcome === 'applied'
    ? {}
    : { note: `The files were not written to the checkout: ${result.reason}. ${how}` }
}
