import type { TestRun } from '../../event/evidence.ts'
import type { EvidenceTree } from '../../policy/evidence/evidence-step.ts'
import type { Performer } from '../performer.ts'

/** Most runs to keep: a report of many tests is large, and few commits are bases at the same time. */
const maxRuns = 30

const keyOf = (check: string, { commit, overlays }: EvidenceTree): string =>
  [check, commit, ...overlays.flatMap(({ from, paths }) => [from, ...paths])].join('\n')

/**
 * Returns the run of a check on a base, if it is known. The commit of a phase that was integrated without a
 * merge has the tests of its attempt, because it only adds the run's own files.
 */
export const findBaseRun = (
  { baseRuns, state }: Performer,
  check: string,
  tree: EvidenceTree,
): Promise<TestRun> | undefined => {
  const known = baseRuns.get(keyOf(check, tree))
  if (known || tree.overlays.length > 0) return known
  const index = state.integrated.findLast((each) => state.phases[each]?.integrated?.commit === tree.commit)
  const attempt = index === undefined ? undefined : state.phases[index]?.attempt
  return attempt?.work && !attempt.merged
    ? baseRuns.get(keyOf(check, { commit: attempt.work.commit, overlays: [] }))
    : undefined
}

/** Records the run of a check on a commit that attempts may begin on. A run that throws is forgotten. */
export const keepBaseRun = (
  { baseRuns }: Performer,
  check: string,
  tree: EvidenceTree,
  run: Promise<TestRun>,
): void => {
  const key = keyOf(check, tree)
  baseRuns.delete(key)
  baseRuns.set(key, run)
  run.catch(() => baseRuns.delete(key))
  for (const oldest of baseRuns.keys()) {
    if (baseRuns.size <= maxRuns) return
    baseRuns.delete(oldest)
  }
}

/** Forgets the run of a check on a commit, which collided with the check of another phase. */
export const dropBaseRun = ({ baseRuns }: Performer, check: string, tree: EvidenceTree): void => {
  baseRuns.delete(keyOf(check, tree))
}
