import type { Host, RunStoreV1 } from '@amelia/core'
import type { Checkout } from './find-checkout.ts'
import type { BegunMerge } from './find-begun.ts'
import { mergingRefs, refOf } from './refs-of.ts'

type Lease = Awaited<ReturnType<RunStoreV1['acquire']>>

/**
 * Moves the base branch, with the references that name the merge, in one transaction. Throws `REF_MOVED` if
 * the base branch has moved since the merge was planned.
 */
export const moveBase = async ({ git }: Host, { runId }: Lease, merge: BegunMerge): Promise<void> => {
  const { base, from, to } = merge
  const names = mergingRefs(runId, base)
  // A process that was killed in the middle of the transaction may have left one of them.
  const [oldFrom, oldTo] = await Promise.all([git.readRef(names.from), git.readRef(names.to)])
  await git.updateRefs([
    { ref: names.from, old: oldFrom, new: from },
    { ref: names.to, old: oldTo, new: to },
    { ref: refOf(base), old: from, new: to },
  ])
}

/** Updates the checkout of the base branch, unless someone has moved the branch since. Idempotent. */
export const followMerge = async (
  git: Host['git'],
  { base, from, to }: BegunMerge,
  checkout: Checkout | undefined,
): Promise<void> => {
  const branch = refOf(base)
  if (checkout && (await git.readRef(branch)) === to) await checkout.git.followBranch?.({ branch, from, to })
}
