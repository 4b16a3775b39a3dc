import { refNames } from '../../machine/state/ref-names.ts'
import type { Performer } from '../performer.ts'

/** How the target branch stands: `value` may be built on, `note` says why it is left alone, `rewritten` asks a person. */
export type TargetState =
  | { value: string | null; adopt?: true }
  | { note: string }
  | { rewritten: string | null }

/**
 * Looks at the target before it is moved.
 *
 * It is left alone while it is checked out or the like. What a person has put on top of what was published is built on (`adopt`).
 * What no longer holds what was published was rewritten.
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
  // A person may have taken the run's head in already: that is the run's own value.
  if (value === targetCommit || value === head) return { value }
  const elsewhere = `${branchOf(target)} was moved by somebody else and stays as it is. ${takeIn(runId)}`
  if (value === null) return targetCommit === null ? { value } : { rewritten: null }
  if (targetCommit === null) return { note: elsewhere }
  if (!(await git.isAncestor(targetCommit, value))) return { rewritten: value }
  if (await git.isAncestor(head, value)) return { value, adopt: true }
  // In one commit at the end the run's phases are not on the target yet: they are merged with whatever is there then.
  return state.settings.publish === 'single' ? { value } : { note: elsewhere }
}

const branchOf = (target: string): string => target.replace('refs/heads/', '')

const takeIn = (runId: string, option = ''): string =>
  `To take the work in: git merge ${option}${refNames(runId).head}`
