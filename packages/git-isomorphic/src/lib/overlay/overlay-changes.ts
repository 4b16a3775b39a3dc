import type { Change } from '@amelia/core/plugin'
import type { ObjectStore } from '../object/object-store.ts'
import {
  entriesOf,
  entryOf,
  type FolderNode,
  isLinkNode,
  isSubmoduleNode,
  type KeptNode,
  type OverlayNode,
  readNode,
  sizeOf,
  type WrittenNode,
} from './overlay-node.ts'
import { folderMode, isFolderEntry, type TreeEntry } from '../object/tree-entry.ts'

/**
 * Finds the differences between a tree and an overlay, by path. Skips untouched folders with the same tree.
 */
export const overlayChanges = async (
  store: ObjectStore,
  base: string,
  root: FolderNode,
): Promise<Change[]> => {
  const changes: Change[] = []
  const visit = async (
    path: string,
    before: TreeEntry | undefined,
    node: OverlayNode | undefined,
  ): Promise<void> => {
    if (isFolderEntry(before) || node?.type === 'folder') {
      const folder = node?.type === 'folder' ? node : undefined
      const was = isFolderEntry(before) ? before.id : undefined
      if (folder === undefined || folder.tree === null || folder.tree !== was) {
        await visitFolder(path === '' ? '' : `${path}/`, was, folder)
      }
      if (isFolderEntry(before) && folder !== undefined) return
    }
    const leaf = node?.type === 'folder' ? undefined : node
    const entry = isFolderEntry(before) ? undefined : before
    const kind = await kindOf(store, entry, leaf)
    if (kind !== null) changes.push(await describe(store, { path, kind }, leaf))
  }
  const visitFolder = async (
    folder: string,
    tree: string | undefined,
    node: FolderNode | undefined,
  ): Promise<void> => {
    const before = tree === undefined ? new Map<string, TreeEntry>() : await store.readTree(tree)
    const now = node === undefined ? new Map<string, OverlayNode>() : await entriesOf(store, node)
    for (const name of new Set([...before.keys(), ...now.keys()])) {
      await visit(`${folder}${name}`, before.get(name), now.get(name))
    }
  }
  await visit('', { mode: folderMode, id: base }, root)
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1))
}

const kindOf = async (
  store: ObjectStore,
  before: TreeEntry | undefined,
  node: KeptNode | WrittenNode | undefined,
): Promise<Change['kind'] | null> => {
  if (node === undefined) return before === undefined ? null : 'deleted'
  const now = await entryOf(store, node)
  if (before === undefined) return isSubmoduleNode(node) ? 'nested_repository' : 'added'
  if (before.mode !== now.mode && typeOf(before) !== typeOf(now)) return 'type'
  if (before.id !== now.id) return isSubmoduleNode(node) ? 'nested_repository' : 'modified'
  return isExecutable(before) === isExecutable(now) ? null : 'mode'
}

const typeOf = ({ mode }: TreeEntry): string => mode.slice(0, 3)
const isExecutable = ({ mode }: TreeEntry): boolean => (Number.parseInt(mode, 8) & 0o100) !== 0

/** Adds the size, and the target of a link that leaves the workspace. */
const describe = async (
  store: ObjectStore,
  change: Change,
  node: KeptNode | WrittenNode | undefined,
): Promise<Change> => {
  if (node === undefined || isSubmoduleNode(node)) return change
  if (!isLinkNode(node)) return { ...change, size: await sizeOf(store, node) }
  const target = new TextDecoder().decode(await readNode(store, node))
  return leaves(change.path, target) ? { ...change, outside: target } : change
}

const leaves = (path: string, target: string): boolean => {
  if (target.startsWith('/')) return true
  let depth = path.split('/').length - 1
  for (const part of target.split('/')) {
    if (part === '..') depth -= 1
    else if (part !== '' && part !== '.') depth += 1
    if (depth < 0) return true
  }
  return false
}
