import { AmeliaError } from '../../error/amelia-error.ts'
import { hashText } from '../../text/hash-text.ts'
import { type MemoryTree, treeKey } from './memory-tree.ts'

/** A commit of git in memory. */
export interface MemoryCommit {
  /** The id of its tree. */
  tree: string
  /** The id of its parent. Null for the first commit. */
  parent: string | null
  /** Its message. */
  message: string
  /** Its date, in seconds since 1970. */
  date: number
}

/**
 * The trees, commits and refs of a repository in memory. An id is a hash of the content, so equal work has
 * equal ids.
 */
export interface MemoryObjects {
  readonly trees: ReadonlyMap<string, MemoryTree>
  readonly commits: ReadonlyMap<string, MemoryCommit>
  readonly refs: Map<string, string>
  saveTree(tree: MemoryTree): string
  saveCommit(commit: MemoryCommit): string
  /** The commit id for a ref or a commit id; null if there is none. */
  resolve(name: string): string | null
  /** Throws `GIT_FAILED` if the name does not resolve. */
  commitAt(name: string): MemoryCommit
  treeAt(name: string): MemoryTree
  /** The ids from a commit back to the root. */
  log(name: string): string[]
}

export const createMemoryObjects = (): MemoryObjects => {
  const trees = new Map<string, MemoryTree>()
  const commits = new Map<string, MemoryCommit>()
  const refs = new Map<string, string>()
  const resolve = (name: string): string | null => refs.get(name) ?? (commits.has(name) ? name : null)
  const commitAt = (name: string): MemoryCommit => {
    const commit = commits.get(resolve(name) ?? '')
    if (!commit)
      throw new AmeliaError('GIT_FAILED', `Commit "${name}" not found.`, {
        command: 'memory',
        exitCode: 128,
        output: '',
      })
    return commit
  }
  return {
    trees,
    commits,
    refs,
    saveTree(tree) {
      const id = hashText(treeKey(tree)).slice(0, 40)
      trees.set(id, new Map(tree))
      return id
    },
    saveCommit(commit) {
      const { tree, parent, message, date } = commit
      const id = hashText(JSON.stringify([tree, parent, message, date])).slice(0, 40)
      commits.set(id, commit)
      return id
    },
    resolve,
    commitAt,
    treeAt: (name) => trees.get(commitAt(name).tree)!,
    log(name) {
      const ids: string[] = []
      for (let at = resolve(name); at !== null; at = commits.get(at)!.parent) ids.push(at)
      return ids
    },
  }
}
