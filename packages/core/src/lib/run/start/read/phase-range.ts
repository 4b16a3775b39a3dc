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
  const prefix = `refs/amelia/${runId}/attempt/${id}/`
  const refs = await git.listRefs(prefix)
  for (let number = attempt; number > 0; number--) {
    const name = `${prefix}${number}`
    // The refs of workers also name their claims. Of several, nothing says which one counts.
    const found = [...refs].filter(([ref]) => ref === name || ref.startsWith(`${name}/`))
    if (found.length > 1) return undefined
    if (found[0]) return { from: base, to: found[0][1], attempt: number }
  }
  return undefined
}
