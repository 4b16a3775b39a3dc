import { refNames } from '../../machine/state/ref-names.ts'
import type { Performer } from '../performer.ts'
import { squashMessage } from './run-message.ts'

/** Puts the run's files into the user's checkout, not committed. Gives a note where that is not possible. */
export const applyToCheckout = async (
  { state, host: { git } }: Performer,
  commit: string,
): Promise<{ note?: string }> => {
  const how = `To take the files in: git merge --squash ${refNames(state.runId).head}`
  if (!git.applyToCheckout) return { note: `There is no checkout here. ${how}` }
  const { head } = await git.inspect()
  if (head !== state.base)
    return { note: `The checkout was moved to another commit while the run went on. ${how}` }
  const result = await git.applyToCheckout({ commit, head, message: squashMessage(state) })
  return result.outcome === 'applied'
    ? {}
    : { note: `The files are not in the checkout: ${result.reason}. ${how}` }
}
