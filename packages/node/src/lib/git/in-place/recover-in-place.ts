import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { machineProcesses } from '@amelia/agent-process'
import { withCheckoutLock } from '../checkout/with-checkout-lock.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { endPlace } from './end-place.ts'
import { placeFolder, placeOf, prepareSlot, removePlace, slotIn } from './place-folder.ts'
import { loadSnapshot, snapshotRef } from './snapshot.ts'

/** Changes later than this after the last heartbeat of a dead process are the user's, in milliseconds. */
const graceMs = 1000

/**
 * Restores a checkout after a process that died, or could not clean up: commits the phase's work to a ref and
 * reverts it.
 *
 * Changes made after the last heartbeat are the user's, so they stay; a copy is committed too.
 *
 * @param ownsLease whether the caller owns the run's lease. Otherwise only the checkout of a dead process is
 * restored
 */
export const recoverInPlace = (repository: Repository, runId: string, ownsLease: boolean): Promise<void> =>
  withCheckoutLock(repository, () => recover(repository, runId, ownsLease))

/** {@link recoverInPlace} for a caller that has the lock of the checkout. */
export const recover = async (repository: Repository, runId: string, ownsLease: boolean): Promise<void> => {
  const found = await loadSnapshot(repository, snapshotRef(runId))
  if (found === null || found.snapshot.top !== repository.top) return
  const { snapshot, id } = found
  if (!ownsLease && machineProcesses.isAlive(snapshot.owner) !== false) return
  const folder = placeFolder(repository, runId)
  const slot = slotIn(repository, folder, snapshot.head)
  await prepareSlot(repository, slot, snapshot)
  const place = placeOf(repository, runId, slot, snapshot, id)
  if (await endPlace(place, await readDeath(folder))) await removePlace(folder)
}

/**
 * Returns the time after which changes are the user's, in milliseconds since 1970; undefined if the process
 * that died did not report when it lived.
 */
export const readDeath = async (folder: string): Promise<number | undefined> => {
  const last = await lstat(join(folder, 'alive')).catch(() => null)
  return last === null ? undefined : last.mtimeMs + graceMs
}
