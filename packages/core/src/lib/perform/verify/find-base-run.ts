import type { TestRun } from '../../event/evidence.ts'
import type { EvidenceTree } from '../../policy/evidence/next-evidence.ts'
import type { Performer } from '../performer.ts'

/** Most runs to keep: a report of many tests is large, and few commits are bases at the same time. */
const maxRuns = 30

const keyOf = (check: string, { commit, overlays }: EvidenceTree): string =>
  [check, commit, ...overlays.flatMap(({ from, paths }) => [from, ...paths])].join('\n')

/** Returns the run of a check on a base, if it is known. */
export const findBaseRun = (
  { baseRuns }: Performer,
  check: string,
  tree: EvidenceTree,
): Promise<TestRun> | undefined => baseRuns.get(keyOf(check, tree))

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

/**
 * Takes the runs on an attempt's commit for those on the phase's commit, which only adds the run's own files.
 */
export const passOnRuns = (performer: Performer, from: string, to: string): void => {
  for (const { name } of performer.state.settings.checks) {
    const run = findBaseRun(performer, name, { commit: from, overlays: [] })
    if (run) keepBaseRun(performer, name, { commit: to, overlays: [] }, run)
  }
}
