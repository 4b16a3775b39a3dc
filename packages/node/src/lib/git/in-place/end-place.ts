import { join } from 'node:path'
import { removeHollow } from '../checkout/clear-way.ts'
import { listOthers } from './list-others.ts'
import { isOurs, type Place, readHead } from './place.ts'
import { putCommit } from './put/put-commit.ts'
import { dropSnapshot } from './snapshot.ts'

/**
 * Ends a phase in the checkout: restores its original state, or the state of the branch if that has moved.
 * Returns whether it did.
 *
 * If someone moved HEAD, the checkout and its snapshot stay as they are: a person has to inspect them first.
 * They also stay if the snapshot belongs to another process.
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

/** Removes new folders without files: git does not see them, but people do. */
const removeNewFolders = async ({ repository, snapshot }: Place): Promise<void> => {
  const known = new Set(snapshot.folders)
  for (const { path, isFolder } of await listOthers(repository, ['--exclude-standard']))
    if (isFolder && !known.has(path)) await removeHollow(join(repository.top, path))
}
