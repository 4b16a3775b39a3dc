import { findEntry } from '../object/find-entry.ts'
import type { ObjectStore } from '../object/object-store.ts'
import { isFolderEntry } from '../object/tree-entry.ts'
import { findNode, type FolderNode, isContent, keptFolder, openFolder, putNode } from './overlay-node.ts'

/** Builds a tree with some paths taken from other trees. Removes empty folders. */
export const layTrees = async (
  store: ObjectStore,
  tree: string,
  overlays: readonly { readonly tree: string; readonly paths: readonly string[] }[],
): Promise<FolderNode> => {
  const root = keptFolder(tree)
  await store.readTree(tree)
  for (const overlay of overlays) {
    for (const path of overlay.paths) {
      const entry = await findEntry(store, overlay.tree, path)
      const place = path.split('/')
      if (entry !== undefined && !isFolderEntry(entry))
        await putNode(store, root, place, { type: 'kept', entry })
      else await remove(store, root, place)
    }
  }
  return root
}

const remove = async (store: ObjectStore, root: FolderNode, place: readonly string[]): Promise<void> => {
  if (!isContent(await findNode(store, root, place))) return
  for (let length = place.length; length > 0; length -= 1) {
    const entries = await openFolder(store, root, place.slice(0, length - 1))
    entries?.delete(place[length - 1] ?? '')
    if (entries === null || entries.size > 0) return
  }
}
