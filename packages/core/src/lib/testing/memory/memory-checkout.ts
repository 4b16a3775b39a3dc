import type { CheckoutOutcome } from '../../contract/git-backend.ts'
import { changedBetween, findInTheWay, type MemoryTree, putFile } from './memory-tree.ts'

/** What a user would see in their folder. Files that no tree has are untracked. */
export interface MemoryCheckout {
  /** By path. A test may write here, as the user. */
  readonly files: Map<string, string>
  /** What the next `git commit` offers; null for nothing. */
  readonly message: string | null
  /** Puts a tree there in the place of `head`'s, as `applyToCheckout` promises. */
  apply(trees: { head: MemoryTree; tree: MemoryTree }, message: string): CheckoutOutcome
  /**
   * Brings index and files from one tree to another, path by path, as `followBranch` promises. Gives what
   * stays.
   */
  move(trees: { from: MemoryTree; to: MemoryTree }, options: { look: boolean; message?: string }): string[]
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
    move({ from, to }, { look, message: offered }) {
      const steps = changedBetween(from, to)
      const isOther = (tree: ReadonlyMap<string, string>, path: string): boolean =>
        tree.get(path) !== from.get(path) && tree.get(path) !== to.get(path)
      const kept = steps.filter((path) => isOther(files, path) || isOther(index, path))
      if (look) return kept
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
