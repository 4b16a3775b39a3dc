import type { GitBackendV1 } from '@amelia/core'
import { mergingRefs, refOf } from './refs-of.ts'

/** A merge that has moved its base branch. */
export interface BegunMerge {
  /** The base branch, without `refs/heads/`. */
  base: string
  from: string
  to: string
}

/** Finds the merge of a run that moved its base branch and was killed before its end. */
export const findBegun = async (git: GitBackendV1, runId: string): Promise<BegunMerge | undefined> => {
  const prefix = mergingRefs(runId, '').to
  for (const [ref, to] of await git.listRefs(prefix)) {
    const base = ref.slice(prefix.length)
    const [from, now] = await Promise.all([
      git.readRef(mergingRefs(runId, base).from),
      git.readRef(refOf(base)),
    ])
    if (from !== null && now !== null && now !== from && (await git.isAncestor(to, now)))
      return { base, from, to }
  }
  return undefined
}
