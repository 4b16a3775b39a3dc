import type { ObjectStore } from './object-store.ts'
import { folderMode, isFolderEntry, type TreeEntry } from './tree-entry.ts'

/** Finds the entry of a tree at a path, which may be a folder; undefined if there is none. */
export const findEntry = async (
  store: ObjectStore,
  tree: string,
  path: string,
): Promise<TreeEntry | undefined> => {
  let at: TreeEntry | undefined = { mode: folderMode, id: tree }
  for (const name of path.split('/')) {
    if (!isFolderEntry(at)) return undefined
    at = (await store.readTree(at.id)).get(name)
  }
  return at
}
