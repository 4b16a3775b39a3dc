import type { CheckoutOutcome } from '../contract/git-backend.ts'
import { changedBetween, findInTheWay, type MemoryTree, putFile } from './memory-tree.ts'

/** What a user would see in their folder. Files that no tree has are untracked. */
export interface MemoryCheckout {
  /** By path. A test may write here, as the user. */
  readonly files: Map<string, string>
  /** What the next `git commit` offers; null for nothing. */
  readonly message: string | null
  /** Puts a tree there in the place of `head`'s, as `applyToCheckout` promises. */
  apply(trees: { head: MemoryTree; tree: MemoryTree }, message: string): CheckoutOutcome
  /** Whether what is tracked is other than in HEAD's tree. */
  differsFrom(head: MemoryTree): boolean
  /** HEAD moved with the user's files, as by a commit or a pull. What they changed stays. */
  follow(head: MemoryTree): void
}

/** A checkout of a tree, with nothing changed in it. */
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
        return { outcome: 'held', reason: 'the checkout has changes of its own' }
      }
      for (const path of changedBetween(index, trees.tree)) {
        if (!trees.tree.has(path)) continue
        const there = [path, ...findInTheWay(files, path)].find((one) => files.has(one) && !index.has(one))
        if (there === undefined) continue
        return { outcome: 'held', reason: `${there}, which git does not track, is in the way` }
      }
      put(trees.tree)
      message = offered
      return { outcome: 'applied' }
    },
    differsFrom: (tree) => !isClean() || changedBetween(index, tree).length > 0,
    follow(tree) {
      if (isClean()) put(tree)
    },
  }
}
