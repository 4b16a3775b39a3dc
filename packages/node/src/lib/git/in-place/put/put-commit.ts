import { lstat, readFile, rm } from 'node:fs/promises'
import type { Change } from '@amelia/core/plugin'
import type { Repository } from '../../repository/locate-repository.ts'
import { statBelow } from '../../checkout/path-state.ts'
import {
  describeIndex,
  indexFile,
  putIndex,
  readSteps,
  restoreIndexFile,
  stepIndex,
  writeIndexTree,
} from '../../checkout/index-file.ts'
import { keepLeft } from './keep-left.ts'
import { type Place, readHead, readTouched } from '../place.ts'
import { changesFrom, putTree } from './put-tree.ts'

/**
 * Writes the files of a commit to the checkout and restores the user's own paths and index. First commits the
 * work that would be lost to a ref.
 *
 * @param late paths changed after this time, in milliseconds since 1970, stay as they are; they are committed
 * to the ref too
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
  // Paths hidden by an ignore rule that has just been removed show up only now.
  if (put.some(isIgnoreFile) && again) await putCommit(place, commit, late, false)
}

/** Returns the changes that are not in the commit: writing the commit discards only these. */
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
 * Writes the index that the user should have to a file, if it differs from the present one: the original
 * index, moved to the branch's present commit. An index written after `late` is the user's, and is only moved
 * to that commit.
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

/** Whether a path changed after a time. A removed path has no time, so it is restored. */
export const isLate = (top: string, path: string, late: number | undefined): boolean => {
  if (late === undefined) return false
  const stat = statBelow(top, path)
  return stat !== null && Number(stat.ctimeNs) / 1e6 > late
}
