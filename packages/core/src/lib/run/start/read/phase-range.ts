import type { GitBackendV1 } from '../../../contract/git-backend.ts'
import type { PhaseReport } from '../../../event/report.ts'

/** Two commits that enclose a change. */
export interface DiffRange {
  /** The commit before the change. */
  from: string
  /** The commit with the change. */
  to: string
  /** The attempt that made the change, for a phase that is not integrated. */
  attempt?: number
}

/**
 * Returns the change of a phase: that of its commit or, before it is integrated, that of its last attempt
 * with a commit. Undefined if there is none.
 */
export const phaseRange = async (
  git: Pick<GitBackendV1, 'readRef' | 'listRefs'>,
  runId: string,
  { id, commit, base, attempt }: PhaseReport,
): Promise<DiffRange | undefined> => {
  if (commit !== undefined) {
    const from = (await git.readRef(`${commit}^`)) ?? base
    return from === undefined ? undefined : { from, to: commit }
  }
  if (base === undefined) return undefined
  const refs = await git.listRefs(`refs/amelia/${runId}/attempt/${id}/`)
  for (let number = attempt; number > 0; number--) {
    const to = refs.get(`refs/amelia/${runId}/attempt/${id}/${number}`)
    if (to !== undefined) return { from: base, to, attempt: number }
  }
  return undefined
}
