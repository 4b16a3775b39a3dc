import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Change } from '@amelia/core/plugin'
import { digestIndex } from '../../slot/digest-index.ts'
import type { Repository } from '../../repository/locate-repository.ts'
import { readChanges } from '../../attempt/read-changes.ts'
import { readEntries } from '../../commit/read-entries.ts'
import { callOn } from '../../call/call-on.ts'
import { runGit } from '../../call/run-git.ts'
import { prepareForReading } from '../../slot/prepare-for-reading.ts'
import type { Slot } from '../../slot/slot.ts'
import { clearWay, removeEmptyFolders, setAside, takeAway } from '../../checkout/clear-way.ts'
import { isStorable } from './keep-left.ts'
import { isSameState, type PathState, type SeenPath, seePaths, statBelow } from '../../checkout/path-state.ts'
import type { Place } from '../place.ts'

/**
 * Returns the differences between a commit and the files of a checkout, whatever the engine's index contains.
 */
export const changesFrom = (repository: Repository, slot: Slot, commit: string): Promise<Change[]> => {
  slot.base = commit
  return readChanges(repository, slot)
}

/**
 * Changes the files of a checkout to those of a commit, and restores the user's own paths. Returns the paths
 * that differed.
 *
 * Writes and removes only paths that differ, one at a time, and never ignored files. The caller must store
 * removed work before; files that git cannot store are set aside here. A path of the commit that conflicts
 * with one of the user's own is left out.
 */
export const putTree = async (
  place: Place,
  commit: string,
  isSpared: (path: string) => boolean,
): Promise<string[]> => {
  const { repository, slot, own, isUsers, aside, snapshot } = place
  await prepareForReading(repository, slot)
  await runGit(['read-tree', '--reset', commit], callOn(slot))
  slot.tree = commit
  slot.indexDigest = digestIndex(slot)
  const changes = (await changesFrom(repository, slot, commit)).filter(
    ({ path }) => !isUsers(path) && !isSpared(path),
  )
  const top = slot.workspace
  const removed = await removeAdded(place, commit, changes)
  const writes = changes
    .filter(({ kind }) => kind !== 'added' && kind !== 'nested_repository')
    .map(({ path }) => path)
    .filter((path) => !standsInWay(path, own))
  for (const path of writes) await clearWay(top, path, aside)
  if (writes.length > 0)
    await runGit(['checkout-index', '-f', '-u', '-q', '-z', '--stdin'], {
      ...callOn(slot),
      isUsers: true,
      input: writes.map((path) => `${path}\0`).join(''),
    })
  slot.indexDigest = digestIndex(slot)
  const gone = await putOwn(place, isSpared)
  await removeEmptyFolders(top, [...removed, ...gone], snapshot.folders)
  return changes.map(({ path }) => path)
}

/** Removes paths that the commit does not have. */
const removeAdded = async (
  { repository, aside }: Place,
  commit: string,
  changes: readonly Change[],
): Promise<string[]> => {
  const { top } = repository
  const nested = changes.filter(({ kind }) => kind === 'nested_repository').map(({ path }) => path)
  const modules = nested.length === 0 ? new Map() : await readEntries(repository, commit, nested)
  const removed: string[] = []
  for (const change of changes) {
    const { path, kind } = change
    if (kind === 'nested_repository' ? modules.has(path) : kind !== 'added') continue
    if (statBelow(top, path) === null) continue
    if (await isStorable(top, change)) await takeAway(join(top, path), aside)
    else await setAside(join(top, path), aside)
    removed.push(path)
  }
  return removed
}

/** Whether a path of the commit and one of the user's own exclude each other. */
const standsInWay = (path: string, own: ReadonlyMap<string, SeenPath>): boolean => {
  const isThere = (other: string): boolean => (own.get(other)?.state.kind ?? 'absent') !== 'absent'
  const parts = path.split('/')
  for (let length = 1; length < parts.length; length += 1)
    if (isThere(parts.slice(0, length).join('/'))) return true
  for (const other of own.keys()) if (other.startsWith(`${path}/`) && isThere(other)) return true
  return false
}

/**
 * Restores the user's own paths byte for byte if they differ. Removes files first, because one may block
 * another. Returns the removed paths.
 */
const putOwn = async (
  { repository, own, aside }: Place,
  isSpared: (path: string) => boolean,
): Promise<string[]> => {
  const now = await seePaths(repository, own.keys(), { store: false, before: own })
  const other = [...own].filter(
    ([path, { state }]) => !isSpared(path) && !isSameState(state, now.get(path)?.state ?? { kind: 'absent' }),
  )
  const { top } = repository
  const gone = other.filter(([, { state }]) => state.kind === 'absent').map(([path]) => path)
  for (const path of gone) if (statBelow(top, path) !== null) await takeAway(join(top, path), aside)
  for (const [path, { state }] of other) {
    if (state.kind === 'absent') continue
    await clearWay(top, path, aside)
    await writeOwn(repository, join(top, path), state)
  }
  return gone
}

const writeOwn = async (repository: Repository, file: string, state: PathState): Promise<void> => {
  await mkdir(dirname(file), { recursive: true })
  if (state.kind === 'link') {
    await rm(file, { force: true })
    return symlink(Buffer.from(state.target, 'base64'), file)
  }
  if (state.kind !== 'file') return
  const { stdout } = await repository.git(['cat-file', 'blob', state.id])
  const fresh = `${file}.amelia-${randomBytes(4).toString('hex')}`
  await writeFile(fresh, stdout, { flag: 'wx', mode: 0o600 })
  await chmod(fresh, state.mode)
  await rename(fresh, file)
}
