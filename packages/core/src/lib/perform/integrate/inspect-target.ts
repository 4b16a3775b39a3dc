import { refNames } from '../../machine/state/ref-names.ts'
import { quoteCommand } from '../../text/quote-command.ts'
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
 * published ones, or to the base before anything was integrated, are adopted (`adopt`). A person is asked
 * about a target that has other commits, or lacks those of the run.
 */
export const inspectTarget = async (
  { state, host: { git } }: Performer,
  head: string,
): Promise<TargetState> => {
  const {
    runId,
    base,
    phases,
    target: { ref: target, commit: targetCommit },
  } = state
  const inPlace = state.settings.inPlace !== undefined
  const [value, locked] = await Promise.all([git.readRef(target), git.whyLocked(target, { inPlace })])
  if (locked !== null)
    return {
      note: `${target.replace('refs/heads/', '')} was not moved: ${locked}.${howToMerge(locked, refNames(runId).head)}`,
    }
  // A person may have merged the run's head already, which equals the run's own value.
  if (value === targetCommit || value === head) return { value }
  if (value === null || !(await git.isAncestor(targetCommit ?? base, value))) return { rewritten: value }
  if (await git.isAncestor(head, value)) return { value, adopt: true }
  // With `single`, nothing is published before the end; then the run is merged with the target's current
  // commit.
  if (state.settings.publish === 'single') return { value }
  // The head has only the plan, which the first phase brings along.
  const isNew = phases.every(({ integrated, former }) => !integrated && former === undefined)
  return isNew ? { value, adopt: true } : { rewritten: value }
}

/**
 * The command that merges the work where the target is checked out, from any folder. A person may have added
 * commits there, or adds some before the merge, so it is not limited to a fast-forward. Empty if the target
 * is not checked out, as during a rebase.
 */
const howToMerge = (locked: string, work: string): string => {
  const place = /^it is checked out in (\/.*)$/.exec(locked)?.[1]
  return place === undefined ? '' : ` To merge the work: ${quoteCommand(['git', '-C', place, 'merge', work])}`
}
