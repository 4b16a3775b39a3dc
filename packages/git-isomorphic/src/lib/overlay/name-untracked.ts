import type { ObjectStore } from '../object/object-store.ts'
import { findNode, type FolderNode, isLinkNode, isSubmoduleNode } from './overlay-node.ts'

/**
 * Returns the name of a path for ignore rules. Undefined for a path that is tracked, outside, behind a link
 * or in a submodule.
 */
export const nameUntracked = async (
  store: ObjectStore,
  { root, tracked }: { readonly root: FolderNode; readonly tracked: FolderNode },
  path: string,
): Promise<string | undefined> => {
  const parts = splitPath(path)
  if (parts === undefined || (await findNode(store, tracked, parts))) return undefined
  for (let length = 1; length < parts.length; length++) {
    const place = parts.slice(0, length)
    const [node, kept] = [await findNode(store, root, place), await findNode(store, tracked, place)]
    if (isLinkNode(node) || isSubmoduleNode(kept)) return undefined
  }
  const node = await findNode(store, root, parts)
  if (path.endsWith('/') && isLinkNode(node)) return undefined
  return `${parts.join('/')}${path.endsWith('/') || node?.type === 'folder' ? '/' : ''}`
}

/** Splits a relative path; undefined if it is empty, absolute, or leads outside. */
const splitPath = (path: string): string[] | undefined => {
  if (path.startsWith('/')) return undefined
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined
    if (part !== '' && part !== '.' && part !== '..') parts.push(part)
  }
  return parts.length === 0 ? undefined : parts
}
