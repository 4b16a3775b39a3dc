import { machineProcesses } from '@amelia/agent-process'
import { withCheckoutLock } from '../checkout/with-checkout-lock.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { isSelf } from '../pool/is-owner-dead.ts'
import { type InPlace, isAtWork, workInPlace } from './open-in-place.ts'
import { checkHead } from './place.ts'
import { placeFolder, placeOf, prepareSlot, slotIn } from './place-folder.ts'
import { readDeath } from './recover-in-place.ts'
import { loadSnapshot, snapshotRef } from './snapshot.ts'

export interface InPlaceRescue {
  runId: string
  /** The commit that the attempt builds on. */
  base: string
  /** The commit with the attempt's work so far. */
  tree: string
}

/**
 * Opens the work that a dead process left in the user's checkout, to commit it; undefined if there is none,
 * or the process still runs.
 *
 * Changes made after the process died are the user's: they are not part of the work, and stay. Closing
 * restores the checkout. Throws `REF_MOVED`, without changing anything, if someone moved HEAD.
 */
export const rescueInPlace = (
  repository: Repository,
  { runId, base, tree }: InPlaceRescue,
): Promise<InPlace | undefined> =>
  withCheckoutLock(repository, async () => {
    const found = await loadSnapshot(repository, snapshotRef(runId))
    if (found === null || found.snapshot.top !== repository.top) return undefined
    const { snapshot, id } = found
    const isOwnerAlive = isSelf(snapshot.owner) ? isAtWork(id) : machineProcesses.isAlive(snapshot.owner)
    if (isOwnerAlive === true) return undefined
    await checkHead(repository, snapshot)
    const folder = placeFolder(repository, runId)
    const slot = slotIn(repository, folder, tree)
    await prepareSlot(repository, slot, snapshot)
    const place = { ...placeOf(repository, runId, slot, snapshot, id), at: tree }
    // Without a new sign of life: it would turn the user's later changes into the phase's.
    return workInPlace(place, { base, late: await readDeath(folder), stop() {} })
  })
