import { posix } from 'node:path'
import type { ObjectReader } from '../../call/object-reader.ts'
import { readTree, type TreeEntry } from './read-tree.ts'

/** The files of a commit by path. Each folder is read once. */
export interface CommitTree {
  /** Returns the entry of a file or a folder; undefined if the commit has none. */
  find(path: string): Promise<TreeEntry | undefined>
  /** Returns the entries of a folder by name; none if it is not a folder. */
  list(folder: string): Promise<ReadonlyMap<string, TreeEntry>>
  read(id: string): Promise<Buffer>
}

export const isFolder = (entry: TreeEntry | undefined): boolean => entry?.mode === '040000'

/** Gives access to the files of a commit. The root is `''`. */
export const openTree = (objects: ObjectReader, commit: string): CommitTree => {
  const known = new Map<string, Promise<ReadonlyMap<string, TreeEntry>>>()
  const readFolder = async (folder: string): Promise<ReadonlyMap<string, TreeEntry>> => {
    const entry = folder === '' ? { mode: '040000', id: commit } : await find(folder)
    return (entry && isFolder(entry) && (await readTree(objects, entry.id))?.entries) || new Map()
  }
  const list = (folder: string): Promise<ReadonlyMap<string, TreeEntry>> => {
    const found = known.get(folder) ?? readFolder(folder)
    known.set(folder, found)
    return found
  }
  const find = async (path: string): Promise<TreeEntry | undefined> => {
    const folder = posix.dirname(path)
    return (await list(folder === '.' ? '' : folder)).get(posix.basename(path))
  }
  return { find, list, read: async (id) => (await objects.read(id))?.content ?? Buffer.alloc(0) }
}
