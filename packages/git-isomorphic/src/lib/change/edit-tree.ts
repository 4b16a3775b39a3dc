import type { ObjectStore } from '../object/object-store.ts'
import { folderMode, isFolderEntry, type TreeEntry } from '../object/tree-entry.ts'

/** The new entry of each path, which is not a folder; null removes the path. */
export type TreeEdits = ReadonlyMap<string, TreeEntry | null>

/** The edits at a name, and below it. */
interface Branch {
  entry?: TreeEntry | null
  readonly below: Map<string, Branch>
}

/**
 * Applies edits to a tree and writes the result. Reads and writes only the folders on the way to an edit.
 *
 * A new entry replaces an existing one of the same name, including a folder, and a file in place of one of
 * its parents. A folder is removed with its last entry.
 */
export const editTree = async (store: ObjectStore, tree: string, edits: TreeEdits): Promise<string> => {
  if (edits.size === 0) return tree
  return (await applyBranch(store, tree, growBranches(edits))) ?? store.writeTree(new Map())
}

const growBranches = (edits: TreeEdits): Branch => {
  const root: Branch = { below: new Map() }
  for (const [path, entry] of edits) {
    let at = root
    for (const name of path.split('/')) {
      const next = at.below.get(name) ?? { below: new Map<string, Branch>() }
      at.below.set(name, next)
      at = next
    }
    at.entry = entry
  }
  return root
}

/** The id of the edited folder; null if it is empty. */
const applyBranch = async (
  store: ObjectStore,
  tree: string | null,
  branch: Branch,
): Promise<string | null> => {
  const entries = new Map(tree === null ? [] : await store.readTree(tree))
  await Promise.all(
    [...branch.below].map(async ([name, child]) => {
      const before = entries.get(name)
      if (child.entry) entries.set(name, child.entry)
      else if (child.entry === null && !isFolderEntry(before)) entries.delete(name)
      if (child.below.size === 0 || child.entry) return
      const inside = isFolderEntry(before) ? before.id : null
      const id = await applyBranch(store, inside, child)
      if (id !== null) entries.set(name, { mode: folderMode, id })
      else if (inside !== null) entries.delete(name)
    }),
  )
  return entries.size === 0 ? null : store.writeTree(entries)
}
