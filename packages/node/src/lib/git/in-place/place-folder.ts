import { copyFile, mkdir, readdir, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { removeFolder } from '../../file/remove-folder.ts'
import { callOn } from '../call/call-on.ts'
import { runGit } from '../call/run-git.ts'
import { indexFile } from '../checkout/index-file.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { digestIndex } from '../slot/digest-index.ts'
import { resetGitDir } from '../slot/reset-git-dir.ts'
import type { Slot } from '../slot/slot.ts'
import { noPrograms, programsFor } from '../repository/program/programs-for.ts'
import type { Place } from './place.ts'
import { ownOf, type Snapshot, usersPath } from './snapshot.ts'

/** The folder below the common dir with the engine's files about a run's checkout. */
export const placeFolder = ({ commonDir }: Repository, runId: string): string =>
  join(commonDir, 'amelia', 'in-place', runId)

/** The files of the user, or of a phase, that git cannot store. */
const asideFolder = 'aside'

/** Removes the engine's files. Files set aside stay, because git has no copy of them. */
export const removePlace = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder).catch((): string[] => []))
    if (name !== asideFolder) await removeFolder(join(folder, name)).catch(() => {})
  await rmdir(folder)
    .then(() => rmdir(dirname(folder)))
    .catch(() => {})
}

/** Describes the checkout of a snapshot. */
export const placeOf = (
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
  aside: join(slot.folder, asideFolder),
  at: snapshot.head,
})

/** Returns the slot whose workspace is the user's checkout. */
export const slotIn = ({ top, gitDir: dotGit }: Repository, folder: string, base: string): Slot => ({
  name: 'in-place',
  folder,
  workspace: top,
  gitDir: join(folder, 'gitdir'),
  dotGit,
  base,
  tree: base,
  programs: noPrograms,
  indexDigest: null,
  setup: null,
  range: undefined,
  env: {},
  seen: new Map(),
  modules: new Map(),
})

/**
 * Creates the engine's index of the checkout: a copy of the user's, to reuse its file stats, reset to the
 * slot's base. Git runs the programs of the commit that the phase began on.
 */
export const prepareSlot = async (
  repository: Repository,
  slot: Slot,
  { head }: Pick<Snapshot, 'head'>,
): Promise<void> => {
  slot.programs = await programsFor(repository, head, { isFresh: true })
  await mkdir(slot.folder, { recursive: true, mode: 0o700 })
  resetGitDir(repository, slot)
  const isSplit = (await readdir(repository.gitDir)).some((name) => name.startsWith('sharedindex.'))
  if (!isSplit) await copyFile(indexFile(repository), join(slot.gitDir, 'index'))
  await runGit(['read-tree', '--reset', slot.base], callOn(slot))
  slot.indexDigest = digestIndex(slot)
}
