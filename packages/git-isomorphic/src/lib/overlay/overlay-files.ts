import { type FileStat, isGitName, type WorkspaceFileSystem } from '@amelia/core/plugin'
import { locateInOverlay, type Location } from './locate-in-overlay.ts'
import type { ObjectStore } from '../object/object-store.ts'
import {
  entriesOf,
  type FolderNode,
  isLinkNode,
  isSubmoduleNode,
  newFolder,
  openFolder,
  type OverlayNode,
  readNode,
  sizeOf,
  type WrittenNode,
} from './overlay-node.ts'

/**
 * Creates the file system of an overlay workspace. Unwritten files are read from the object store.
 *
 * `root` returns the overlay's current root. A submodule appears as an empty, read-only folder. `onChange` is
 * awaited after each written file and each removed path.
 */
export const overlayFiles = (
  store: ObjectStore,
  root: () => FolderNode,
  onChange: (path: string, node: WrittenNode | null) => Promise<void> = async () => {},
): WorkspaceFileSystem => {
  const locate = (path: string, last: 'link' | 'target' = 'target'): Promise<Location> =>
    locateInOverlay(store, root(), path, last)
  const find = async (path: string, last: 'link' | 'target' = 'target') => {
    const { node, place, blocked } = await locate(path, last)
    if (node === undefined) throw failure(blocked ? 'ENOTDIR' : 'ENOENT', path)
    return { node, place }
  }
  const put = async (place: readonly string[], node: OverlayNode, path: string): Promise<void> => {
    const entries = await openFolder(store, root(), place.slice(0, -1))
    if (entries === null) throw failure('ENOTDIR', path)
    entries.set(place.at(-1) ?? '', node)
  }
  const statOf = async (path: string, last: 'link' | 'target'): Promise<FileStat> => {
    const { node } = await find(path, last)
    if (node.type === 'folder' || isSubmoduleNode(node)) return fileStat('folder', 0o40755, 0)
    const mode = node.type === 'kept' ? node.entry.mode : node.mode
    const kind = isLinkNode(node) ? 'link' : 'file'
    return fileStat(kind, kind === 'link' ? 0o120777 : Number.parseInt(mode, 8), await sizeOf(store, node))
  }
  return {
    async readFile(path) {
      const { node } = await find(path)
      if (node.type === 'folder' || isSubmoduleNode(node)) throw failure('EISDIR', path)
      return readNode(store, node)
    },
    async writeFile(path, content) {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content.slice()
      const { node, place, blocked } = await locate(path)
      if (blocked) throw failure('ENOTDIR', path)
      if (node?.type === 'folder' || isSubmoduleNode(node) || place.length === 0)
        throw failure('EISDIR', path)
      const mode = node === undefined ? '100644' : node.type === 'kept' ? node.entry.mode : node.mode
      const written: WrittenNode = { type: 'written', mode: executable(mode) ? '100755' : '100644', bytes }
      await put(place, written, path)
      await onChange(place.join('/'), written)
    },
    async mkdir(path, { recursive = false } = {}) {
      const { node, place, blocked } = await locate(path)
      if (blocked) throw failure('ENOTDIR', path)
      if (node?.type === 'folder' && recursive) return
      if (node !== undefined) throw failure('EEXIST', path)
      if (!recursive) await find(`/${place.slice(0, -1).join('/')}`)
      await put(place, newFolder(), path)
    },
    async readdir(path) {
      const { node } = await find(path)
      if (isSubmoduleNode(node)) return []
      if (node.type !== 'folder') throw failure('ENOTDIR', path)
      const names = [...(await entriesOf(store, node)).keys()]
      return names.filter((name) => !isGitName(name) && !name.startsWith('\0')).sort()
    },
    stat: (path) => statOf(path, 'target'),
    lstat: (path) => statOf(path, 'link'),
    async readlink(path) {
      const { node } = await find(path, 'link')
      if (!isLinkNode(node)) throw failure('EINVAL', path)
      return new TextDecoder().decode(await readNode(store, node))
    },
    async rm(path, { force = false, recursive = false } = {}) {
      const { node, place, blocked } = await locate(path, 'link')
      if (node === undefined) {
        if (force && !blocked) return
        throw failure(blocked ? 'ENOTDIR' : 'ENOENT', path)
      }
      if ((node.type === 'folder' || isSubmoduleNode(node)) && !recursive) throw failure('EISDIR', path)
      const entries = await openFolder(store, root(), place.slice(0, -1))
      if (place.length === 0) entries?.clear()
      else entries?.delete(place.at(-1) ?? '')
      await onChange(place.join('/'), null)
    },
  }
}

const failure = (code: string, path: string): Error => Object.assign(new Error(`${code}: ${path}`), { code })

const executable = (mode: string): boolean => (Number.parseInt(mode, 8) & 0o100) !== 0

const fileStat = (kind: 'file' | 'folder' | 'link', mode: number, size: number): FileStat => ({
  size,
  mode,
  isFile: () => kind === 'file',
  isDirectory: () => kind === 'folder',
  isSymbolicLink: () => kind === 'link',
})
