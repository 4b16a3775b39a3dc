import type { Repository } from '../repository/locate-repository.ts'
import { readEntries } from './read-entries.ts'

/** Modes of entries that are files: plain, executable. A link's bytes are a path, and no file's. */
const fileModes = new Set(['100644', '100755'])

/** The bytes of a file in a commit, without filters; null where there is no file of that path. */
export const readBlob = async (
  repository: Repository,
  commit: string,
  path: string,
): Promise<Uint8Array | null> => {
  const entry = (await readEntries(repository, commit, [path])).get(path)
  if (entry === undefined || !fileModes.has(entry.mode)) return null
  const { stdout } = await repository.git(['cat-file', 'blob', entry.id])
  return new Uint8Array(stdout)
}
