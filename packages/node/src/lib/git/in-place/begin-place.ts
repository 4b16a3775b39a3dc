import { dirname } from 'node:path'
import { machineProcesses } from '@amelia/agent-process'
import { AmeliaError, type InPlaceRequest } from '@amelia/core/plugin'
import { type SeenPath, seePaths, statBelow } from '../checkout/path-state.ts'
import { indexFile, readIndexBytes, writeIndexTree } from '../checkout/index-file.ts'
import type { Repository } from '../repository/locate-repository.ts'
import { listOthers } from './list-others.ts'
import type { Place } from './place.ts'
import { placeFolder, placeOf, prepareSlot, slotIn } from './place-folder.ts'
import { readOwnPaths } from './read-own-paths.ts'
import { saveSnapshot, type Snapshot } from './snapshot.ts'

export interface InPlaceOpening {
  runId: string
  lease: string
  base: string
  /** The commit whose files are written to the checkout. */
  tree: string
  inPlace: InPlaceRequest
}

/** Saves a snapshot of the user's checkout and prepares the engine's index of it. */
export const beginPlace = async (
  repository: Repository,
  { runId, base, inPlace: { branch, head, attempt, left } }: InPlaceOpening,
): Promise<Place> => {
  const slot = slotIn(repository, placeFolder(repository, runId), head)
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
  await prepareSlot(repository, slot, snapshot)
  const id = await saveSnapshot(repository, runId, snapshot, staged)
  slot.base = base
  return { ...placeOf(repository, runId, slot, snapshot, id), own }
}

/** Returns the deepest existing folder above each of the user's removed files. */
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
