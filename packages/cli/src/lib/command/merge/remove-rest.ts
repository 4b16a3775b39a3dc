import { cleanRun, type Host, type StoredRun } from '@amelia/core'
import type { RefUpdate } from '@amelia/core/plugin'
import { marksOf, proofOf, refOf, refsOf } from './refs-of.ts'

/** The result of {@link removeRest}. */
export interface Removed {
  /** The number of deleted references of the run. */
  refs: number
  /** Whether the branch of the run was deleted. */
  branch: boolean
  /** Why the branch of the run stays. Absent: it was deleted, or did not exist. */
  branchStays?: string
}

/**
 * Deletes what a merged run left: the workspaces, the branch and all references but that of the statements
 * about the merged commits; those of the merge last. A
 * run that can be resumed keeps everything but the references of the merge. Idempotent.
 */
export const removeRest = async (
  host: Host,
  { runId, canGoOn, report, base }: Pick<StoredRun, 'canGoOn' | 'report'> & { runId: string; base: string },
): Promise<Removed> => {
  const { git } = host
  const branch = await git.readRef(report.target)
  const updates: RefUpdate[] = []
  let cleaned = 0
  let branchStays: string | undefined
  if (!canGoOn) {
    const { removed } = await cleanRun({ host, runId, attempts: true })
    cleaned = removed.filter((ref) => ref.startsWith(refsOf(runId))).length
    if (branch !== null && report.target !== refOf(base)) {
      branchStays = (await git.whyLocked(report.target)) ?? (await whyNeeded(git, branch, refOf(base)))
      if (branchStays === undefined) updates.push({ ref: report.target, old: branch, new: null })
    }
    const left = await deletionsOf(git, refsOf(runId))
    updates.push(...left.filter(({ ref }) => ref !== proofOf(runId)))
  }
  // Those of the merge are the last: they say that it is not complete.
  const marks = await deletionsOf(git, marksOf(runId))
  for (const part of [updates, marks]) if (part.length > 0) await git.updateRefs(part)
  const isDeleted = updates.some(({ ref }) => ref === report.target)
  return {
    refs: cleaned + updates.length - (isDeleted ? 1 : 0),
    branch: isDeleted,
    ...(branchStays !== undefined && { branchStays }),
  }
}

/** Lists the updates that delete all references below a prefix. */
const deletionsOf = async (git: Host['git'], prefix: string): Promise<RefUpdate[]> =>
  Array.from(await git.listRefs(prefix), ([ref, old]) => ({ ref, old, new: null }))

/** Explains why a branch is still needed: the base branch lacks its commits. */
const whyNeeded = async (git: Host['git'], commit: string, base: string): Promise<string | undefined> =>
  (await git.isAncestor(commit, base)) ? undefined : 'it has commits that were not merged'
