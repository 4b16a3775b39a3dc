import { AmeliaError } from '@amelia/core/plugin'
import type { Repository } from '../repository/locate-repository.ts'
import { readTree, type TreeEntry } from '../repository/program/read-tree.ts'

/**
 * Reads the entries of a commit or a tree at these paths; missing paths are left out. Throws `GIT_FAILED` for
 * a commit that does not exist.
 */
export const readEntries = async (
  { objects, top }: Repository,
  tree: string,
  paths: readonly string[],
): Promise<Map<string, TreeEntry>> => {
  const folders = new Map<string, Promise<Map<string, TreeEntry>>>()
  const readFolder = async (id: string): Promise<Map<string, TreeEntry>> => {
    const found = await readTree(objects, id)
    if (found !== null) return found.entries
    const message = `${id} is not a commit or a tree of ${top}.`
    throw new AmeliaError('GIT_FAILED', message, { command: 'git cat-file', exitCode: 0, output: 'missing' })
  }
  /** Returns the entries of a folder, each of which is read once. */
  const entriesOf = (id: string): Promise<Map<string, TreeEntry>> => {
    const known = folders.get(id) ?? readFolder(id)
    folders.set(id, known)
    return known
  }
  const entries = new Map<string, TreeEntry>()
  const find = async (path: string): Promise<void> => {
    let entry: TreeEntry = { mode: '040000', id: tree }
    for (const name of path.split('/')) {
      if (entry.mode !== '040000') return
      const next = (await entriesOf(entry.id)).get(name)
      if (next === undefined) return
      entry = next
    }
    entries.set(path, entry)
  }
  await Promise.all([...new Set(paths)].map(find))
  return entries
}
