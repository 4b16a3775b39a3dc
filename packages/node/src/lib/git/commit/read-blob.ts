import type { Repository } from '../repository/locate-repository.ts'
import { readEntries } from './read-entries.ts'

/** Modes of files: plain, executable. The content of a symbolic link is a path. */
const fileModes = new Set(['100644', '100755'])

/** Reads the bytes of a file in a commit, without filters; null if the path is not a file. */
export const readBlob = async (
  repository: Repository,
  commit: string,
  path: string,
): Promise<Uint8Array | null> => {
  const entry = (await readEntries(repository, commit, [path])).get(path)
  if (entry === undefined || !fileModes.has(entry.mode)) return null
  const blob = await repository.objects.read(entry.id)
  return blob && new Uint8Array(blob.content)
}
