import { AmeliaError, isGitName } from '@amelia/core/plugin'
import type { ObjectStore } from './object-store.ts'
import { findNode, type FolderNode, isLinkNode, type OverlayNode, readNode } from './overlay-node.ts'

/** Where a path leads to in an overlay, links resolved. */
export interface Location {
  readonly place: readonly string[]
  readonly node: OverlayNode | undefined
  /** Whether a file stands where the path needs a folder. */
  readonly blocked: boolean
}

/** Links on one way, after which it counts as a circle. */
const mostLinks = 40

/**
 * Follows a path from the root. With `link` a last component that is a link stands for itself, with `target` for what it names.
 *
 * Throws `PATH_DENIED` for what leaves the root, for what git takes for its own, by name or through a link, and for a link
 * that leads nowhere.
 */
export const locateInOverlay = async (
  store: ObjectStore,
  root: FolderNode,
  path: string,
  last: 'link' | 'target',
): Promise<Location> => {
  const deny = (why: string): AmeliaError =>
    new AmeliaError('PATH_DENIED', `${JSON.stringify(path)} ${why}.`, { path })
  if (path.includes('\0')) throw deny('holds a NUL character')
  const words = path.split(/[/\\]/)
  if (words.includes('..')) throw deny('may not hold ..')
  if (words.some(isGitName)) throw deny('belongs to git')

  let links = 0
  const follow = async (parts: readonly string[], end: 'link' | 'target'): Promise<Location> => {
    let place: string[] = []
    let node: OverlayNode | undefined = root
    for (const [index, part] of parts.entries()) {
      if (part === '..') {
        if (place.pop() === undefined) throw deny('leads out of the workspace')
        node = await findNode(store, root, place)
        continue
      }
      if (isGitName(part)) throw deny('leads to what belongs to git')
      place.push(part)
      if (node?.type !== 'folder') {
        return { place: [...place, ...parts.slice(index + 1)], node: undefined, blocked: node !== undefined }
      }
      node = await findNode(store, node, [part])
      if (!isLinkNode(node) || (end === 'link' && index === parts.length - 1)) continue
      links += 1
      if (links > mostLinks) throw deny('is a link that leads nowhere')
      const target = new TextDecoder().decode(await readNode(store, node))
      if (target.startsWith('/')) throw deny('leads out of the workspace')
      const found = await follow([...place.slice(0, -1), ...split(target)], 'target')
      if (found.node === undefined) throw deny('is a link that leads nowhere')
      place = [...found.place]
      node = found.node
    }
    return { place, node, blocked: false }
  }
  return follow(split(path), last)
}

const split = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.')
