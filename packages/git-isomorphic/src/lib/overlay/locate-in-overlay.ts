import { AmeliaError, isGitName } from '@amelia/core/plugin'
import type { ObjectStore } from '../object/object-store.ts'
import { findNode, type FolderNode, isLinkNode, type OverlayNode, readNode } from './overlay-node.ts'

/** The location of a path in an overlay, links resolved. */
export interface Location {
  readonly place: readonly string[]
  readonly node: OverlayNode | undefined
  /** Whether a parent of the path is a file. */
  readonly blocked: boolean
}

/** The most links in one path; more count as a cycle. */
const mostLinks = 40

/**
 * Resolves a path from the root. For a link as the last component, `link` returns the link and `target` its
 * target.
 *
 * Throws `PATH_DENIED` for a path that leaves the root, for names that git reserves, also behind a link, and
 * for a broken link.
 */
export const locateInOverlay = async (
  store: ObjectStore,
  root: FolderNode,
  path: string,
  last: 'link' | 'target',
): Promise<Location> => {
  const deny = (why: string): AmeliaError =>
    new AmeliaError('PATH_DENIED', `${JSON.stringify(path)} ${why}.`, { path })
  if (path.includes('\0')) throw deny('contains a NUL character')
  const words = path.split(/[/\\]/)
  if (words.includes('..')) throw deny('must not contain ..')
  if (words.some(isGitName)) throw deny('belongs to git')

  let links = 0
  const follow = async (parts: readonly string[], end: 'link' | 'target'): Promise<Location> => {
    let place: string[] = []
    let node: OverlayNode | undefined = root
    for (const [index, part] of parts.entries()) {
      if (part === '..') {
        if (place.pop() === undefined) throw deny('leads outside the workspace')
        node = await findNode(store, root, place)
        continue
      }
      if (isGitName(part)) throw deny('leads to a path that belongs to git')
      place.push(part)
      if (node?.type !== 'folder') {
        return { place: [...place, ...parts.slice(index + 1)], node: undefined, blocked: node !== undefined }
      }
      node = await findNode(store, node, [part])
      if (!isLinkNode(node) || (end === 'link' && index === parts.length - 1)) continue
      links += 1
      if (links > mostLinks) throw deny('is a broken link')
      const target = new TextDecoder().decode(await readNode(store, node))
      if (target.startsWith('/')) throw deny('leads outside the workspace')
      const found = await follow([...place.slice(0, -1), ...split(target)], 'target')
      if (found.node === undefined) throw deny('is a broken link')
      place = [...found.place]
      node = found.node
    }
    return { place, node, blocked: false }
  }
  return follow(split(path), last)
}

const split = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.')
