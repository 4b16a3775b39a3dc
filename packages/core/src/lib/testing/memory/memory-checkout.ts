import type { CheckoutOutcome } from '../../contract/git-backend.ts'
import { changedBetween, findInTheWay, type MemoryTree, putFile } from './memory-tree.ts'

/** The user's checkout. Files outside the index are untracked. */
export interface MemoryCheckout {
  /** The files by path. A test may write here, as the user. */
  readonly files: Map<string, string>
  /** The prepared message of the next `git commit`; null for none. */
  readonly message: string | null
  /** Replaces the tree of `head` with another, as `applyToCheckout` does. */
  apply(trees: { head: MemoryTree; tree: MemoryTree }, message: string): CheckoutOutcome
  /**
   * Moves index and files from one tree to another, path by path, as `followBranch` does. Returns the paths
   * that it keeps because the user changed them.
   */
  move(
    trees: { from: MemoryTree; to: MemoryTree },
    options: { preflight: boolean; message?: string },
  ): string[]
  /** Whether tracked files differ from HEAD's tree. */
  differsFrom(head: MemoryTree): boolean
  /** Updates a clean checkout to a new HEAD, as by a pull. The user's changes stay. */
  follow(head: MemoryTree): void
}

/** Creates a clean checkout of a tree. */
export const createMemoryCheckout = (head: MemoryTree): MemoryCheckout => {
  const files = new Map(head)
  let index = head
  let message: string | null = null
  const put = (tree: MemoryTree): void => {
    for (const path of changedBetween(index, tree)) putFile(files, path, tree.get(path))
    index = tree
  }
  const isClean = (): boolean => [...index].every(([path, text]) => files.get(path) === text)
  return {
    files,
    get message() {
      return message
    },
    apply(trees, offered) {
      const applied = changedBetween(index, trees.tree).length === 0
      if (!isClean() || (!applied && changedBetween(index, trees.head).length > 0)) {
        return { outcome: 'kept', reason: 'the checkout has uncommitted changes' }
      }
      for (const path of changedBetween(index, trees.tree)) {
        if (!trees.tree.has(path)) continue
        const there = [path, ...findInTheWay(files, path)].find((one) => files.has(one) && !index.has(one))
        if (there === undefined) continue
        return { outcome: 'kept', reason: `the untracked file ${there} is in the way` }
      }
      put(trees.tree)
      message = offered
      return { outcome: 'applied' }
    },
    move({ from, to }, { preflight, message: offered }) {
      const steps = changedBetween(from, to)
      const isOther = (tree: ReadonlyMap<string, string>, path: string): boolean =>
        tree.get(path) !== from.get(path) && tree.get(path) !== to.get(path)
      const kept = steps.filter((path) => isOther(files, path) || isOther(index, path))
      if (preflight) return kept
      const staged = new Map(index)
      for (const path of steps) {
        if (files.get(path) === from.get(path)) putFile(files, path, to.get(path))
        if (staged.get(path) === from.get(path)) putFile(staged, path, to.get(path))
      }
      index = staged
      if (offered !== undefined && message === offered) message = null
      return kept
    },
    differsFrom: (tree) => !isClean() || changedBetween(index, tree).length > 0,
    follow(tree) {
      if (isClean()) put(tree)
    },
  }
}
