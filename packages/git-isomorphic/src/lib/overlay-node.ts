import type { ObjectStore } from './object-store.ts'
import { isFolderEntry, type TreeEntry } from './tree-entry.ts'

/** A file, link or submodule as a tree has it: its bytes stay in the object store. */
export interface KeptNode {
  readonly type: 'kept'
  readonly entry: TreeEntry
  size?: number
}

/** A file whose bytes are in memory. */
export interface WrittenNode {
  readonly type: 'written'
  readonly mode: string
  readonly bytes: Uint8Array
  /** The id of its blob, once somebody asked. */
  id?: string
}

/** A folder of the overlay. */
export interface FolderNode {
  readonly type: 'folder'
  /** The tree that it equals; null once something below it was touched. */
  tree: string | null
  /** Absent until somebody looked into it. */
  entries?: Promise<Map<string, OverlayNode>>
}

export type OverlayNode = KeptNode | WrittenNode | FolderNode

/** The folder that a tree stands for. Nothing is read. */
export const keptFolder = (tree: string): FolderNode => ({ type: 'folder', tree })

export const newFolder = (): FolderNode => ({
  type: 'folder',
  tree: null,
  entries: Promise.resolve(new Map<string, OverlayNode>()),
})

const nodeOf = (entry: TreeEntry): OverlayNode =>
  isFolderEntry(entry) ? keptFolder(entry.id) : { type: 'kept', entry }

/** What is in a folder; whoever looks into it gets the same map, and may change it. */
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
    // The next one tries again.
    delete folder.entries
    throw error
  }
}

/** The node at a path, links not followed; undefined where there is none. */
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
 * The entries of the folder at a path, to be changed: the folders on the way are made, and equal no tree any more.
 *
 * Null where something that is no folder is in the way, unless `replace` says that it gives way.
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

/** The bytes of a file, or of a link's target. They are the caller's own. */
export const readNode = async (store: ObjectStore, node: KeptNode | WrittenNode): Promise<Uint8Array> =>
  node.type === 'written' ? node.bytes.slice() : store.readBlob(node.entry.id)

export const sizeOf = async (store: ObjectStore, node: KeptNode | WrittenNode): Promise<number> => {
  if (node.type === 'written') return node.bytes.length
  node.size ??= (await store.readBlob(node.entry.id)).length
  return node.size
}

/** What a tree would have in the place of a node. Nothing is stored. */
export const entryOf = async (store: ObjectStore, node: KeptNode | WrittenNode): Promise<TreeEntry> => {
  if (node.type === 'kept') return node.entry
  node.id ??= await store.hashBlob(node.bytes)
  return { mode: node.mode, id: node.id }
}

export const isLinkNode = (node: OverlayNode | undefined): node is KeptNode =>
  node?.type === 'kept' && node.entry.mode === '120000'

export const isSubmoduleNode = (node: OverlayNode | undefined): boolean =>
  node?.type === 'kept' && node.entry.mode === '160000'
