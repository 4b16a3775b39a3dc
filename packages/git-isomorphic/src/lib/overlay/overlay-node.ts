import type { ObjectStore } from '../object/object-store.ts'
import { isFolderEntry, type TreeEntry } from '../object/tree-entry.ts'

/** An unchanged file, link or submodule: its bytes are in the object store. */
export interface KeptNode {
  readonly type: 'kept'
  readonly entry: TreeEntry
  size?: number
}

/** A changed file: its bytes are in memory. */
export interface WrittenNode {
  readonly type: 'written'
  readonly mode: string
  readonly bytes: Uint8Array
  /** The id of its blob, once computed. */
  id?: string
}

/** A folder of the overlay. */
export interface FolderNode {
  readonly type: 'folder'
  /** The tree that it equals; null once something below it changed. */
  tree: string | null
  /** Undefined until it is read. */
  entries?: Promise<Map<string, OverlayNode>>
}

export type OverlayNode = KeptNode | WrittenNode | FolderNode

/** Creates the folder of a tree. Reads nothing yet. */
export const keptFolder = (tree: string): FolderNode => ({ type: 'folder', tree })

export const newFolder = (): FolderNode => ({
  type: 'folder',
  tree: null,
  entries: Promise.resolve(new Map<string, OverlayNode>()),
})

const nodeOf = (entry: TreeEntry): OverlayNode =>
  isFolderEntry(entry) ? keptFolder(entry.id) : { type: 'kept', entry }

/** Reads the entries of a folder. Every call returns the same map, which may be changed. */
export const entriesOf = async (
  store: ObjectStore,
  folder: FolderNode,
): Promise<Map<string, OverlayNode>> => {
  const { tree } = folder
  folder.entries ??= (async () => {
    const entries = tree === null ? [] : await store.readTree(tree)
    return new Map([...entries].map(([name, entry]) => [name, nodeOf(entry)]))
  })()
  try {
    return await folder.entries
  } catch (error) {
    // The next call tries again.
    delete folder.entries
    throw error
  }
}

/** Finds the node at a path without following links; undefined if there is none. */
export const findNode = async (
  store: ObjectStore,
  root: FolderNode,
  place: readonly string[],
): Promise<OverlayNode | undefined> => {
  let at: OverlayNode | undefined = root
  for (const name of place) {
    if (at?.type !== 'folder') return undefined
    at = (await entriesOf(store, at)).get(name)
  }
  return at
}

/**
 * Returns the entries of the folder at a path for changing them. Creates its parents, which no longer equal a
 * tree.
 *
 * Null if a parent is not a folder, unless `replace` is set.
 */
export const openFolder = async (
  store: ObjectStore,
  root: FolderNode,
  place: readonly string[],
  replace = false,
): Promise<Map<string, OverlayNode> | null> => {
  let entries = await entriesOf(store, root)
  root.tree = null
  for (const name of place) {
    let next = entries.get(name)
    if (next === undefined || (next.type !== 'folder' && replace)) {
      next = newFolder()
      entries.set(name, next)
    }
    if (next.type !== 'folder') return null
    entries = await entriesOf(store, next)
    next.tree = null
  }
  return entries
}

/** Puts a node at a path. Creates its parents, and replaces files in their place. */
export const putNode = async (
  store: ObjectStore,
  root: FolderNode,
  place: readonly string[],
  node: OverlayNode,
): Promise<void> => {
  const entries = await openFolder(store, root, place.slice(0, -1), true)
  entries?.set(place.at(-1) ?? '', node)
}

/** Reads the bytes of a file, or of a link's target, as a copy. */
export const readNode = async (store: ObjectStore, node: KeptNode | WrittenNode): Promise<Uint8Array> =>
  node.type === 'written' ? node.bytes.slice() : store.readBlob(node.entry.id)

export const sizeOf = async (store: ObjectStore, node: KeptNode | WrittenNode): Promise<number> => {
  if (node.type === 'written') return node.bytes.length
  node.size ??= (await store.readBlob(node.entry.id)).length
  return node.size
}

/** Builds the tree entry of a node. Stores nothing. */
export const entryOf = async (store: ObjectStore, node: KeptNode | WrittenNode): Promise<TreeEntry> => {
  if (node.type === 'kept') return node.entry
  node.id ??= await store.hashBlob(node.bytes)
  return { mode: node.mode, id: node.id }
}

export const isLinkNode = (node: OverlayNode | undefined): node is KeptNode =>
  node?.type === 'kept' && node.entry.mode === '120000'

export const isSubmoduleNode = (node: OverlayNode | undefined): boolean =>
  node?.type === 'kept' && node.entry.mode === '160000'

/** Whether a node exists and is not a folder. */
export const isContent = (node: OverlayNode | undefined): node is KeptNode | WrittenNode =>
  node !== undefined && node.type !== 'folder'
