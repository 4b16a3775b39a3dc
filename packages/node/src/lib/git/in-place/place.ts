import { AmeliaError, type Change } from '@amelia/core/plugin'
import type { Repository } from '../repository/locate-repository.ts'
import type { Slot } from '../slot/slot.ts'
import { isSameState, type SeenPath, seePaths } from '../checkout/path-state.ts'
import { readSnapshotId, type Snapshot, snapshotRef } from './snapshot.ts'

/** The user's checkout while a phase runs in it. */
export interface Place {
  repository: Repository
  runId: string
  slot: Slot
  snapshot: Snapshot
  /** The snapshot's commit. If its ref names another one, another process owns the run now. */
  snapshotId: string
  /** The user's own paths in their original state. */
  own: ReadonlyMap<string, SeenPath>
  /** Whether a path belongs to the user; ignored paths do. */
  isUsers(path: string): boolean
  /** The folder for files that git cannot store. */
  aside: string
  /** The commit whose files were last written, or committed, in the checkout. */
  at: string
}

/** Throws `REF_MOVED` unless HEAD is the branch, at its commit. */
export const checkHead = async (
  { git, top }: Repository,
  { branch, head }: Pick<Snapshot, 'branch' | 'head'>,
): Promise<void> => {
  const found = await readHead(git)
  if (found.branch === branch && found.head === head) return
  const now = found.branch === branch ? found.head : (found.branch ?? `detached at ${found.head}`)
  const message = `HEAD of ${top} was moved by someone else: expected ${branch} at ${head}, found ${now}.`
  throw new AmeliaError('REF_MOVED', message, { refs: ['HEAD'] })
}

/**
 * Whether the checkout still belongs to this process: one that lost its run must not touch the new owner's
 * phase.
 */
export const isOurs = async ({ repository, runId, snapshotId }: Place): Promise<boolean> =>
  (await readSnapshotId(repository, snapshotRef(runId))) === snapshotId

/** Throws `REF_MOVED` if HEAD has moved since the phase started, or another process works in the checkout. */
export const checkPlace = async (place: Place): Promise<void> => {
  await checkHead(place.repository, place.snapshot)
  if (await isOurs(place)) return
  const ref = snapshotRef(place.runId)
  const message = `Another process works in ${place.repository.top}: ${ref} is not the snapshot that this process wrote.`
  throw new AmeliaError('REF_MOVED', message, { refs: [ref] })
}

export const readHead = async (git: Repository['git']): Promise<{ branch: string | null; head: string }> => {
  const [branch, head] = await Promise.all([
    git(['symbolic-ref', '--quiet', 'HEAD'], { accept: [0, 1] }),
    git(['rev-parse', '--quiet', '--verify', 'HEAD^{commit}'], { accept: [0, 1] }),
  ])
  return { branch: branch.text || null, head: head.text }
}

/** Whether a path is above or below one of the user's own, so that a tree cannot contain both. */
export const clashesWith = (own: ReadonlyMap<string, SeenPath>, path: string): boolean => {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    if (own.has(path.slice(0, end))) return true
  for (const other of own.keys()) if (other.startsWith(`${path}/`)) return true
  return false
}

/**
 * Returns the user's own paths whose state has changed.
 *
 * @param all the changes that git reports
 */
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
