import { lstat, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AmeliaError, type Change } from '@amelia/core/plugin'
import type { Repository } from '../repository/locate-repository.ts'
import type { Slot } from '../slot/slot.ts'
import { removeHollow } from '../checkout/clear-way.ts'
import { keepLeft } from './keep-left.ts'
import { listOthers } from './list-others.ts'
import { isSameState, type SeenPath, seePaths, statBelow } from '../checkout/path-state.ts'
import { changesFrom, putTree } from './put-tree.ts'
import { dropSnapshot, readSnapshotId, type Snapshot, snapshotRef } from './snapshot.ts'
import {
  describeIndex,
  indexFile,
  putIndex,
  readSteps,
  restoreIndexFile,
  stepIndex,
  writeIndexTree,
} from '../checkout/user-index.ts'

/** The user's checkout while a phase is under way in it. */
export interface Place {
  repository: Repository
  runId: string
  slot: Slot
  snapshot: Snapshot
  /** The snapshot's commit. Another one under its ref belongs to a later holder of the run. */
  snapshotId: string
  /** The user's own paths as they were. */
  own: ReadonlyMap<string, SeenPath>
  /** Whether a path is the user's, ignored ones included. */
  isUsers(path: string): boolean
  /** Where goes what git cannot keep. */
  aside: string
  /** The commit that the files were last put at, or kept as. */
  at: string
}

/** Throws `REF_MOVED` where HEAD is not the branch, or that not at its commit. */
export const checkHead = async (
  { git, top }: Repository,
  { branch, head }: Pick<Snapshot, 'branch' | 'head'>,
): Promise<void> => {
  const found = await readHead(git)
  if (found.branch === branch && found.head === head) return
  const now = found.branch === branch ? found.head : (found.branch ?? `detached at ${found.head}`)
  const message = `HEAD of ${top} was moved by somebody else: it is to be ${branch} at ${head}, and is ${now}.`
  throw new AmeliaError('REF_MOVED', message, { refs: ['HEAD'] })
}

/** Whether the checkout is still this phase's: a process that lost its run must not touch the phase of the new holder. */
const isOurs = async ({ repository, runId, snapshotId }: Place): Promise<boolean> =>
  (await readSnapshotId(repository, snapshotRef(runId))) === snapshotId

/** Throws `REF_MOVED` where HEAD is not as the phase found it, or where another process works in the checkout by now. */
export const checkPlace = async (place: Place): Promise<void> => {
  await checkHead(place.repository, place.snapshot)
  if (await isOurs(place)) return
  const ref = snapshotRef(place.runId)
  const message = `Another process works in ${place.repository.top}: ${ref} is not the one that this process wrote.`
  throw new AmeliaError('REF_MOVED', message, { refs: [ref] })
}

const readHead = async (git: Repository['git']): Promise<{ branch: string | null; head: string }> => {
  const [branch, head] = await Promise.all([
    git(['symbolic-ref', '--quiet', 'HEAD'], { accept: [0, 1] }),
    git(['rev-parse', '--quiet', '--verify', 'HEAD^{commit}'], { accept: [0, 1] }),
  ])
  return { branch: branch.text || null, head: head.text }
}

/** Whether a path is above or below one of the user's own: not both can be in a tree. */
export const clashesWith = (own: ReadonlyMap<string, SeenPath>, path: string): boolean => {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    if (own.has(path.slice(0, end))) return true
  for (const other of own.keys()) if (other.startsWith(`${path}/`)) return true
  return false
}

/** The user's own paths that are other than they were. `all`: what git says has changed. */
export const readTouched = async (
  { repository, own }: Pick<Place, 'repository' | 'own'>,
  all: readonly Change[],
): Promise<Change[]> => {
  const now = await seePaths(repository, own.keys(), { store: false, before: own })
  const kinds = new Map(all.map(({ path, kind }) => [path, kind]))
  const touched: Change[] = []
  for (const [path, { state }] of own) {
    const found = now.get(path)?.state ?? { kind: 'absent' }
    if (isSameState(state, found)) continue
    const kind = found.kind === 'absent' ? 'deleted' : (kinds.get(path) ?? 'modified')
    touched.push({ path, kind, own: true })
  }
  return touched
}

/**
 * Puts the files of a commit into the checkout, and the user's own paths and index back, and keeps what is in no commit first.
 *
 * @param late what was changed after this time stays as it is, and is kept all the same
 */
export const putCommit = async (place: Place, commit: string, late?: number, again = true): Promise<void> => {
  const { repository, slot, isUsers, snapshot } = place
  const isSpared = (path: string): boolean => isLate(repository.top, path, late)
  const changes = await changesFrom(repository, slot, place.at)
  const work = changes.filter(({ path }) => !isUsers(path))
  const left = [...(await notIn(place, commit, work)), ...(await readTouched(place, changes))]
  const spared = left.filter(({ path }) => isSpared(path))
  const index = await expectIndex(place, late)
  let put: string[]
  try {
    const staged = index === null ? null : await writeIndexTree(repository, indexFile(repository))
    await keep(
      place,
      left.filter(({ path }) => !isSpared(path)),
      staged,
    )
    if (spared.length > 0)
      await keepLeft(repository, slot, { ref: snapshot.left, at: place.at, changes: spared, staged: null })
    put = await putTree(place, commit, isSpared)
    if (index !== null) await putIndex(repository, await readFile(index))
  } finally {
    if (index !== null) await rm(index, { force: true })
  }
  place.at = commit
  // What was ignored by a rule that is gone again shows only now.
  if (put.some(isIgnoreFile) && again) await putCommit(place, commit, late, false)
}

/** The changes that the commit does not contain: only these are discarded by putting it there. */
const notIn = async ({ repository, slot, at }: Place, commit: string, work: Change[]): Promise<Change[]> => {
  if (work.length === 0 || commit === at) return work
  const other = new Set((await changesFrom(repository, slot, commit)).map(({ path }) => path))
  return work.filter(({ path }) => other.has(path))
}

const isIgnoreFile = (path: string): boolean => path === '.gitignore' || path.endsWith('/.gitignore')

const keep = async (place: Place, changes: readonly Change[], staged: string | null): Promise<void> => {
  if (changes.length === 0 && staged === null) return
  const { repository, slot, snapshot, at } = place
  const { attempt, left } = snapshot
  const ref = attempt !== null && (await isFree(repository, attempt)) ? attempt : left
  await keepLeft(repository, slot, { ref, at, changes, staged })
}

const isFree = async ({ git }: Repository, ref: string): Promise<boolean> =>
  (await git(['rev-parse', '--quiet', '--verify', ref], { accept: [0, 1] })).exitCode !== 0

/**
 * The index that the user is to have, as a file of its own, where it says something else than the one that is there: the one from before,
 * and what the branch has got since. An index that was written after a time is the user's, and only gets the latter.
 */
const expectIndex = async (
  { repository, slot, snapshot }: Place,
  late: number | undefined,
): Promise<string | null> => {
  const { head } = await readHead(repository.git)
  const steps = head === snapshot.head ? [] : await readSteps(repository, snapshot.head, head)
  const present = indexFile(repository)
  if (late !== undefined && (await lstat(present)).mtimeMs > late) {
    await stepIndex(repository, present, steps)
    return null
  }
  const file = await restoreIndexFile(repository, slot.folder, snapshot.index)
  await stepIndex(repository, file, steps)
  if ((await describeIndex(repository, file)) !== (await describeIndex(repository, present))) return file
  await rm(file)
  return null
}

/** Whether a path was changed after a time. What is gone says nothing of when it went: it comes back. */
const isLate = (top: string, path: string, late: number | undefined): boolean => {
  if (late === undefined) return false
  const stat = statBelow(top, path)
  return stat !== null && Number(stat.ctimeNs) / 1e6 > late
}

/**
 * Ends a phase in the checkout: everything is as it was before, or as the branch has it by now.
 *
 * Where somebody has moved HEAD nothing is touched, and the snapshot stays: a person, or an agent, was at work there, and a person is to look first.
 * Nothing is touched either where the snapshot is another process's.
 */
export const endPlace = async (place: Place, late?: number): Promise<boolean> => {
  const { repository, runId, snapshot } = place
  if (!(await isOurs(place))) return false
  const { branch, head } = await readHead(repository.git)
  const own = await repository.git(['rev-parse', '--quiet', '--verify', `refs/amelia/${runId}/head`], {
    accept: [0, 1],
  })
  if (branch !== snapshot.branch || (head !== snapshot.head && head !== own.text)) return false
  await putCommit(place, head, late)
  await removeNewFolders(place)
  await dropSnapshot(repository, runId)
  return true
}

/** Folders that have come and hold no file. Git does not see them; people do. */
const removeNewFolders = async ({ repository, snapshot }: Place): Promise<void> => {
  const known = new Set(snapshot.folders)
  for (const { path, isFolder } of await listOthers(repository, ['--exclude-standard']))
    if (isFolder && !known.has(path)) await removeHollow(join(repository.top, path))
}
