import { hashBlob, readObject, writeObject } from 'isomorphic-git'
import { createBoundedCache } from './bounded-cache.ts'
import { type Commit, encodeCommit, parseCommit } from './commit.ts'
import { encodeObject } from './encode-object.ts'
import { encodeTree } from './encode-tree.ts'
import { gitFailed } from '../git-failed.ts'
import type { GitFiles } from '../file/git-files.ts'
import { parseTree } from './parse-tree.ts'
import type { Tree } from './tree-entry.ts'

type ObjectType = 'blob' | 'tree' | 'commit' | 'tag'

/** The objects of a repository. Throws `GIT_FAILED` for missing or damaged objects. */
export interface ObjectStore {
  /** Returns a copy that the caller may change. */
  readBlob(id: string): Promise<Uint8Array>
  /** Null stands for a missing folder. */
  readTree(id: string | null): Promise<Tree>
  readCommit(id: string): Promise<Commit>
  /** Reads a commit, following tags; null if the id is not that of a commit. */
  findCommit(id: string): Promise<string | null>
  /** Returns the tree of a commit, or the id itself if it is that of a tree; null otherwise. */
  findTree(id: string): Promise<string | null>
  /** Computes the id of a blob without storing it. */
  hashBlob(bytes: Uint8Array): Promise<string>
  writeBlob(bytes: Uint8Array): Promise<string>
  writeTree(tree: Tree): Promise<string>
  writeCommit(commit: Commit & { readonly identity: string }): Promise<string>
}

/** The most tree entries, and the most commits, to cache. */
const limits = { treeEntries: 100_000, commits: 20_000 }

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

/**
 * Opens the objects of a git dir, loose and packed. Objects never change, so trees and commits are cached.
 */
export const createObjectStore = ({ client: fs, gitdir }: GitFiles): ObjectStore => {
  // isomorphic-git caches packs here.
  const cache = {}
  const trees = createBoundedCache<Tree>(limits.treeEntries)
  const commits = createBoundedCache<Commit>(limits.commits)

  const find = async (id: string): Promise<{ type: ObjectType; bytes: Uint8Array } | null> => {
    if (!/^[0-9a-f]{40}$/.test(id)) return null
    try {
      const { type, object } = await readObject({ fs, gitdir, cache, oid: id, format: 'content' })
      return { type: type as ObjectType, bytes: object as Uint8Array }
    } catch (error) {
      if ((error as { code?: string }).code === 'NotFoundError') return null
      throw gitFailed('readObject', `Object ${id} of ${gitdir} is not readable.`, error)
    }
  }
  const read = async (id: string, type: ObjectType): Promise<Uint8Array> => {
    const found = await find(id)
    if (found?.type === type) return found.bytes
    const what =
      found === null ? `has no ${type} ${id}` : `has a ${found.type} ${id} where a ${type} should be`
    throw gitFailed('readObject', `The repository ${gitdir} ${what}.`)
  }
  const write = async (type: ObjectType, bytes: Uint8Array): Promise<string> => {
    try {
      const encoded = await encodeObject(type, bytes)
      if (encoded === null) return await writeObject({ fs, gitdir, type, object: bytes, format: 'content' })
      const { id: oid, bytes: object } = encoded
      return await writeObject({ fs, gitdir, type, object, format: 'deflated', oid })
    } catch (error) {
      throw gitFailed('writeObject', `Writing a ${type} to ${gitdir} failed.`, error)
    }
  }
  const peel = async (id: string): Promise<{ type: ObjectType; id: string } | null> => {
    let at = id
    // A tag can point to a tag.
    for (let depth = 0; depth < 10; depth += 1) {
      if (commits.get(at)) return { type: 'commit', id: at }
      const found = await find(at)
      if (found === null) return null
      if (found.type === 'commit') commits.set(at, parseCommit(found.bytes))
      if (found.type !== 'tag') return { type: found.type, id: at }
      at = /^object ([0-9a-f]{40})$/m.exec(new TextDecoder().decode(found.bytes))?.[1] ?? ''
    }
    return null
  }
  const readCommit = async (id: string): Promise<Commit> => {
    const commit = commits.get(id) ?? parseCommit(await read(id, 'commit'))
    commits.set(id, commit)
    return commit
  }

  return {
    // Callers must not change the cached packs.
    readBlob: async (id) => new Uint8Array(await read(id, 'blob')),
    async readTree(id) {
      if (id === null || id === emptyTree) return new Map()
      const tree = trees.get(id) ?? parseTree(await read(id, 'tree'))
      trees.set(id, tree, tree.size + 1)
      return tree
    },
    readCommit,
    async findCommit(id) {
      const found = await peel(id)
      return found?.type === 'commit' ? found.id : null
    },
    async findTree(id) {
      const found = await peel(id)
      if (found?.type === 'commit') return (await readCommit(found.id)).tree
      return found?.type === 'tree' ? found.id : null
    },
    hashBlob: async (bytes) => (await hashBlob({ object: bytes })).oid,
    writeBlob: (bytes) => write('blob', bytes),
    async writeTree(tree) {
      const id = await write('tree', encodeTree(tree))
      trees.set(id, tree, tree.size + 1)
      return id
    },
    writeCommit: (commit) => write('commit', encodeCommit(commit)),
  }
}
