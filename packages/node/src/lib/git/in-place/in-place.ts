import { copyFile, lstat, mkdir, readdir, rmdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { machineProcesses } from '@amelia/agent-process'
import {
  AmeliaError,
  type Change,
  type CommitAttemptRequest,
  type InPlaceRequest,
  type TreeOverlay,
} from '@amelia/core/plugin'
import { commitAttempt } from '../attempt/commit-attempt.ts'
import { digestIndex } from '../slot/digest-index.ts'
import type { Identity } from '../repository/read-identity.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { overlayTree } from '../slot/overlay-tree.ts'
import { removeFolder } from '../../file/remove-folder.ts'
import { runGit } from '../call/run-git.ts'
import { settleGitDir } from '../slot/settle-git-dir.ts'
import type { Slot } from '../slot/slot.ts'
import { listOthers } from './list-others.ts'
import { type SeenPath, seePaths, statBelow } from '../checkout/path-state.ts'
import { checkHead, checkPlace, clashesWith, endPlace, type Place, putCommit, readTouched } from './place.ts'
import { changesFrom } from './put-tree.ts'
import { readOwnPaths } from './read-own-paths.ts'
import {
  checkNobodyElse,
  commitTree,
  loadSnapshot,
  ownOf,
  saveSnapshot,
  type Snapshot,
  snapshotRef,
  usersPath,
} from './snapshot.ts'
import { indexFile, readIndexBytes, writeIndexTree } from '../checkout/user-index.ts'
import { withCheckoutLock } from '../checkout/with-checkout-lock.ts'

/** How often a process that is at work in a checkout says so, in milliseconds. */
const beatMs = 250

/** What was changed so long after the last beat of a process that died was changed by somebody else, in milliseconds. */
const graceMs = 1000

/** A phase that is being done in the user's own checkout. */
export interface InPlace {
  readonly slot: Slot
  /** What the phase has changed, and which of the user's own paths. Throws `REF_MOVED`. */
  changedPaths(): Promise<Change[]>
  commit(request: CommitAttemptRequest, identity: Identity): Promise<{ commit: string; tree: string }>
  /** Puts the files of a commit there. What goes and is in no commit is kept under a reference first. Throws `REF_MOVED`. */
  reset(commit: string, overlays: readonly TreeOverlay[]): Promise<void>
  /** What differs from a commit, but for the user's own. */
  changesSince(commit: string): Promise<Change[]>
  /** Everything is as it was, or as the branch has it by now. */
  close(): Promise<void>
  /** Leaves everything as it is, for the next process to end: something may still be writing there. */
  abandon(): void
}

export interface InPlaceOpening {
  runId: string
  lease: string
  base: string
  /** The commit whose files are put there. */
  tree: string
  inPlace: InPlaceRequest
}

/**
 * Begins a phase in the user's own checkout: first ends what a process left there that died, then takes a snapshot of what is the user's.
 *
 * Throws `REF_MOVED` where HEAD is not what it is to be, and `REPOSITORY_NOT_READY` where the checkout cannot be used, or another run is at it.
 */
export const openInPlace = (repository: Repository, opening: InPlaceOpening): Promise<InPlace> =>
  withCheckoutLock(repository, () => open(repository, opening))

const open = async (repository: Repository, opening: InPlaceOpening): Promise<InPlace> => {
  const { runId, base, tree, inPlace } = opening
  await checkNobodyElse(repository, runId)
  await checkHead(repository, inPlace)
  await settle(repository, runId, true)
  const place = await beginPlace(repository, opening)
  const { slot } = place
  const stop = await beat(slot.folder)
  try {
    if (tree !== inPlace.head) await putCommit(place, tree)
  } catch (error) {
    stop()
    throw error
  }
  return {
    slot,
    async changedPaths() {
      await checkHead(repository, place.snapshot)
      const all = await changesFrom(repository, slot, base)
      const changes = all.filter(({ path }) => !place.isUsers(path))
      // To commit a file where the user has a folder, or the other way round, would be to commit what the user has done to it.
      const apart = changes.map((change) =>
        clashesWith(place.own, change.path) ? { ...change, own: true as const } : change,
      )
      return [...apart, ...(await readTouched(place, all))]
    },
    async commit(request, identity) {
      slot.base = base
      const result = await commitAttempt(repository, slot, request, identity)
      place.at = result.commit
      return result
    },
    async reset(commit, overlays) {
      await checkPlace(place)
      await putCommit(place, await overlaid(place, commit, overlays))
    },
    async changesSince(commit) {
      const changes = await changesFrom(repository, slot, commit)
      return changes.filter(({ path }) => !place.isUsers(path))
    },
    abandon: stop,
    close() {
      stop()
      return withCheckoutLock(repository, async () => {
        if (await endPlace(place)) await removePlace(slot.folder)
      })
    },
  }
}

/**
 * Ends what a process began in the checkout that died, or could not end: what the phase had done is kept and taken back.
 *
 * What was changed after its last sign of life stays as it is: that was the user. A copy is kept all the same.
 *
 * @param holdsLease whether the caller holds the run's lease. Otherwise only a dead process is cleaned up after.
 */
export const settleInPlace = (repository: Repository, runId: string, holdsLease: boolean): Promise<void> =>
  withCheckoutLock(repository, () => settle(repository, runId, holdsLease))

const settle = async (repository: Repository, runId: string, holdsLease: boolean): Promise<void> => {
  const found = await loadSnapshot(repository, snapshotRef(runId))
  if (found === null || found.snapshot.top !== repository.top) return
  const { snapshot, id } = found
  if (!holdsLease && machineProcesses.isAlive(snapshot.owner) !== false) return
  const folder = folderOf(repository, runId)
  const slot = slotIn(repository, folder, snapshot.head)
  await prepareSlot(repository, slot)
  const last = await lstat(join(folder, 'alive')).catch(() => null)
  const place = placeOf(repository, runId, slot, snapshot, id)
  if (await endPlace(place, last === null ? undefined : last.mtimeMs + graceMs)) await removePlace(folder)
}

const folderOf = ({ commonDir }: Repository, runId: string): string =>
  join(commonDir, 'amelia', 'in-place', runId)

/** What was set aside stays: git has no copy of it. */
const removePlace = async (folder: string): Promise<void> => {
  for (const name of ['gitdir', 'alive', 'index.hook', 'COMMIT_EDITMSG'])
    await removeFolder(join(folder, name)).catch(() => {})
  await rmdir(folder)
    .then(() => rmdir(dirname(folder)))
    .catch(() => {})
}

const placeOf = (
  repository: Repository,
  runId: string,
  slot: Slot,
  snapshot: Snapshot,
  snapshotId: string,
): Place => ({
  repository,
  runId,
  slot,
  snapshot,
  snapshotId,
  own: ownOf(snapshot),
  isUsers: usersPath(snapshot),
  aside: join(slot.folder, 'aside'),
  at: snapshot.head,
})

const slotIn = ({ top }: Repository, folder: string, base: string): Slot => ({
  name: 'in-place',
  folder,
  workspace: top,
  gitDir: join(folder, 'gitdir'),
  base,
  tree: base,
  indexDigest: null,
  setup: null,
})

/** The engine's own index of the checkout: the user's, so that what git knows of its files is known, brought to the commit. */
const prepareSlot = async (repository: Repository, slot: Slot): Promise<void> => {
  await mkdir(slot.folder, { recursive: true, mode: 0o700 })
  await settleGitDir(repository, slot)
  const isSplit = (await readdir(repository.gitDir)).some((name) => name.startsWith('sharedindex.'))
  if (!isSplit) await copyFile(indexFile(repository), join(slot.gitDir, 'index'))
  await runGit(['read-tree', '--reset', slot.base], { gitDir: slot.gitDir, workTree: slot.workspace })
  slot.indexDigest = await digestIndex(slot)
}

const beginPlace = async (
  repository: Repository,
  { runId, base, inPlace: { branch, head, attempt, left } }: InPlaceOpening,
): Promise<Place> => {
  const slot = slotIn(repository, folderOf(repository, runId), head)
  const own = await seePaths(repository, await readOwnPaths(repository), { store: true })
  const index = await repository.git(['hash-object', '-w', '--stdin'], {
    input: await readIndexBytes(repository),
  })
  const staged = await writeIndexTree(repository, indexFile(repository))
  if (staged === null)
    throw new AmeliaError(
      'REPOSITORY_NOT_READY',
      `${repository.top} has unmerged paths. Resolve them first.`,
      { reason: 'unsupported' },
    )
  const snapshot: Snapshot = {
    owner: machineProcesses.self(),
    top: repository.top,
    branch,
    head,
    attempt: attempt ?? null,
    left,
    own: [...own].map(([path, { state }]) => [path, state]),
    folders: [
      ...(await listOthers(repository, [])).filter(({ isFolder }) => isFolder).map(({ path }) => path),
      ...foldersLeft(repository.top, own),
    ],
    ignored: (await listOthers(repository, ['--ignored', '--exclude-standard'])).map(({ path }) => path),
    index: index.text,
  }
  await prepareSlot(repository, slot)
  const id = await saveSnapshot(repository, runId, snapshot, staged)
  slot.base = base
  return { ...placeOf(repository, runId, slot, snapshot, id), own }
}

/** Folders that the user has left where a file of theirs is gone: the deepest one of each. */
const foldersLeft = (top: string, own: ReadonlyMap<string, SeenPath>): string[] => {
  const folders = new Set<string>()
  for (const [path, { state }] of own) {
    if (state.kind !== 'absent') continue
    let folder = dirname(path)
    while (folder !== '.' && !statBelow(top, folder)?.isDirectory()) folder = dirname(folder)
    if (folder !== '.') folders.add(folder)
  }
  return [...folders]
}

/** A commit to put there: the one that is asked for, or one of its tree with the overlays. */
const overlaid = async (
  { repository, slot }: Place,
  commit: string,
  overlays: readonly TreeOverlay[],
): Promise<string> => {
  if (overlays.length === 0) return commit
  const tree = await overlayTree(repository, slot, commit, overlays)
  return commitTree(repository, tree, { parents: [commit], message: 'What is verified' })
}

/** Says again and again that the process is alive, so that a later one can tell what was changed after its death. */
const beat = async (folder: string): Promise<() => void> => {
  const file = join(folder, 'alive')
  await writeFile(file, '')
  const timer = setInterval(() => {
    const now = new Date()
    utimes(file, now, now).catch(() => {})
  }, beatMs)
  timer.unref()
  return () => clearInterval(timer)
}
