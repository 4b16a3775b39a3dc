import type { ObjectStore } from './object-store.ts'
import { folderMode, isFolderEntry, type TreeEntry } from './tree-entry.ts'

/** What is to be at each path: an entry that is no folder, or null for nothing. */
export type TreeEdits = ReadonlyMap<string, TreeEntry | null>

/** What happens at a name, and below it. */
interface Branch {
  entry?: TreeEntry | null
  readonly below: Map<string, Branch>
}

/**
 * Writes the tree that a tree becomes by edits. Only folders on the way to an edit are read and written.
 *
 * A new entry replaces whatever has its name, a folder included, and a file in the place of one of its folders. Nothing removes
 * a folder: it goes with its last entry.
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

/** The id of what a folder becomes; null where nothing is left in it. */
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
