import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Change, CommitAttemptRequest, IgnoredPath, TreeOverlay } from '@amelia/core/plugin'
import { commitAttempt } from '../attempt/commit-attempt.ts'
import { listIgnored } from '../attempt/find-ignored.ts'
import { removeHidden } from '../attempt/remove-hidden.ts'
import { setAside } from '../checkout/clear-way.ts'
import { withCheckoutLock } from '../checkout/with-checkout-lock.ts'
import { workingPrograms } from '../repository/program/programs-for.ts'
import type { Repository } from '../repository/locate-repository.ts'
import type { Identity } from '../repository/read-identity.ts'
import { overlayTree } from '../slot/overlay-tree.ts'
import type { Slot } from '../slot/slot.ts'
import { beginPlace, type InPlaceOpening } from './begin-place.ts'
import { endPlace } from './end-place.ts'
import { checkHead, checkPlace, clashesWith, type Place, readTouched } from './place.ts'
import { removePlace } from './place-folder.ts'
import { isLate, putCommit } from './put/put-commit.ts'
import { changesFrom } from './put/put-tree.ts'
import { recover } from './recover-in-place.ts'
import { checkNoOtherRun, commitTree } from './snapshot.ts'

/** How often a process reports that it works in a checkout, in milliseconds. */
const heartbeatMs = 250

/** A phase that runs in the user's checkout. */
export interface InPlace {
  readonly slot: Slot
  /** Returns the phase's changes, and changes to the user's own paths. Throws `REF_MOVED`. */
  changedPaths(): Promise<Change[]>
  commit(request: CommitAttemptRequest, identity: Identity): Promise<{ commit: string; tree: string }>
  /** Writes the files of a commit. First commits the work that would be lost to a ref. Throws `REF_MOVED`. */
  reset(commit: string, overlays: readonly TreeOverlay[]): Promise<void>
  /** Returns the differences from a commit, without the user's own paths. */
  changesSince(commit: string): Promise<Change[]>
  /** Returns the ignored paths that the user did not have when the phase began. */
  listIgnored(): Promise<IgnoredPath[]>
  /** Moves hidden files out of the checkout, because git has no copy of them. Throws `REF_MOVED`. */
  removeHidden(folders: readonly string[]): Promise<string[]>
  /** Restores the original state, or the state of the branch if that has moved. */
  close(): Promise<void>
  /** Leaves the checkout for the next process to restore, because something may still write to it. */
  abandon(): void
}

/**
 * Starts a phase in the user's checkout: restores it after a process that died, then takes a snapshot.
 *
 * Throws `REF_MOVED` if HEAD is not at the expected commit, and `REPOSITORY_NOT_READY` if the checkout cannot
 * be used or another run works in it.
 */
export const openInPlace = (repository: Repository, opening: InPlaceOpening): Promise<InPlace> =>
  withCheckoutLock(repository, () => open(repository, opening))

const open = async (repository: Repository, opening: InPlaceOpening): Promise<InPlace> => {
  const { runId, base, tree, inPlace } = opening
  await checkNoOtherRun(repository, runId)
  await checkHead(repository, inPlace)
  await recover(repository, runId, true)
  await workingPrograms(repository, inPlace.head)
  const place = await beginPlace(repository, opening)
  const stop = await startHeartbeat(place.slot.folder)
  try {
    if (tree !== inPlace.head) await putCommit(place, tree)
  } catch (error) {
    stop()
    throw error
  }
  return workInPlace(place, { base, stop })
}

export interface WorkInPlace {
  /** The commit that the attempt builds on. */
  base: string
  /** Changes after this time, in milliseconds since 1970, are the user's. Default: none are. */
  late?: number | undefined
  /** Stops reporting that this process works in the checkout. */
  stop(): void
}

/** Gives access to a phase in the checkout, which {@link isAtWork} reports until it ends. */
export const workInPlace = (place: Place, { base, late, stop }: WorkInPlace): InPlace => {
  const { repository, slot } = place
  atWork.add(place.snapshotId)
  const end = (): void => {
    atWork.delete(place.snapshotId)
    stop()
  }
  return {
    slot,
    async changedPaths() {
      await checkHead(repository, place.snapshot)
      const all = await changesFrom(repository, slot, base)
      const changes = all.filter(({ path }) => !place.isUsers(path) && !isLate(repository.top, path, late))
      // Committing a file where the user has a folder, or a folder where they have a file, would commit the
      // user's own change.
      const apart = changes.map((change) =>
        clashesWith(place.own, change.path) ? { ...change, own: true as const } : change,
      )
      const touched = await readTouched(place, all)
      return [...apart, ...touched.filter(({ path }) => !isLate(repository.top, path, late))]
    },
    async commit(request, identity) {
      slot.base = base
      const result = await commitAttempt(repository, slot, request, identity)
      place.at = result.commit
      return result
    },
    async reset(commit, overlays) {
      await checkPlace(place)
      await putCommit(place, await overlaid(place, commit, overlays), late)
    },
    async changesSince(commit) {
      const changes = await changesFrom(repository, slot, commit)
      return changes.filter(({ path }) => !place.isUsers(path))
    },
    listIgnored: () => listIgnored(repository, slot, (path) => place.isUsers(path.replace(/\/$/, ''))),
    async removeHidden(folders) {
      await checkPlace(place)
      return removeHidden(repository, slot, folders, (file) => setAside(file, place.aside))
    },
    abandon: end,
    close() {
      end()
      return withCheckoutLock(repository, async () => {
        if (await endPlace(place, late)) await removePlace(slot.folder)
      })
    },
  }
}

/** Ids of the snapshots of phases that this process works on. */
const atWork = new Set<string>()

/** Whether this process works on the phase of a snapshot. */
export const isAtWork = (snapshotId: string): boolean => atWork.has(snapshotId)

/** Returns the commit, or a commit of its tree with the overlays applied. */
const overlaid = async (
  { repository, slot }: Place,
  commit: string,
  overlays: readonly TreeOverlay[],
): Promise<string> => {
  if (overlays.length === 0) return commit
  const tree = await overlayTree(repository, slot, commit, overlays)
  return commitTree(repository, tree, { parents: [commit], message: 'Verified tree' })
}

/**
 * Updates a file's time while the process lives, so that a later process can tell which changes came after
 * its death.
 */
const startHeartbeat = async (folder: string): Promise<() => void> => {
  const file = join(folder, 'alive')
  await writeFile(file, '')
  const timer = setInterval(() => {
    const now = new Date()
    utimes(file, now, now).catch(() => {})
  }, heartbeatMs)
  timer.unref()
  return () => clearInterval(timer)
}
