import { refNames } from '../../machine/state/ref-names.ts'
import type { Performer } from '../performer.ts'

/**
 * The state of the target branch: `value` can be built on, `note` says why it stays as it is, `rewritten`
 * needs a person.
 */
export type TargetState =
  | { value: string | null; adopt?: true }
  | { note: string }
  | { rewritten: string | null }

/**
 * Inspects the target before it is moved.
 *
 * A target that is in use, for example checked out, stays as it is. Commits that a person added to the
 * published ones are adopted (`adopt`). A target that no longer contains the published commits was rewritten.
 */
export const inspectTarget = async (
  { state, host: { git } }: Performer,
  head: string,
): Promise<TargetState> => {
  const {
    runId,
    target: { ref: target, commit: targetCommit },
  } = state
  const inPlace = state.settings.inPlace !== undefined
  const [value, held] = await Promise.all([git.readRef(target), git.whyHeld(target, { inPlace })])
  if (held !== null)
    return { note: `${branchOf(target)} was not moved: ${held}. ${takeIn(runId, '--ff-only ')}` }
  // A person may have merged the run's head already, which equals the run's own value.
  if (value === targetCommit || value === head) return { value }
  const elsewhere = `${branchOf(target)} was moved by someone else and stays as it is. ${takeIn(runId)}`
  if (value === null) return targetCommit === null ? { value } : { rewritten: null }
  if (targetCommit === null) return { note: elsewhere }
  if (!(await git.isAncestor(targetCommit, value))) return { rewritten: value }
  if (await git.isAncestor(head, value)) return { value, adopt: true }
  // With `single`, nothing is published before the end; then the run is merged with the target's current
  // commit.
  return state.settings.publish === 'single' ? { value } : { note: elsewhere }
}

const branchOf = (target: string): string => target.replace('refs/heads/', '')

const takeIn = (runId: string, option = ''): string =>
  `To merge the work: git merge ${option}${refNames(runId).head}`
