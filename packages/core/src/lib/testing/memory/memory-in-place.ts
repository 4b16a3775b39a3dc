import type { Change, InPlaceRequest } from '../../contract/git-backend.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { changedBetween, type MemoryTree, putFile } from './memory-tree.ts'

/** What a checkout in memory needs of its repository. */
export interface MemoryPlaceParts {
  files: Map<string, string>
  request: InPlaceRequest
  /** What HEAD is now. */
  readHead(): { branch: string; head: string | undefined }
  treeAt(commit: string): MemoryTree
  /** Keeps a tree under the attempt's reference where nothing is, else under the other one. */
  keep(tree: MemoryTree): void
}

/** A phase in the checkout in memory. */
export interface MemoryPlace {
  /** What differs from a commit, the user's own left out but where it was touched. Throws `REF_MOVED`. */
  changes(base: string): Change[]
  put(tree: MemoryTree): void
  /** The files are in a commit now. */
  saved(tree: MemoryTree): void
  close(): void
}

/** Writes down what is the user's, and sees that it stays. */
export const openMemoryPlace = ({
  files,
  request,
  readHead,
  treeAt,
  keep,
}: MemoryPlaceParts): MemoryPlace => {
  const checkHead = (): void => {
    const { branch, head } = readHead()
    if (branch === request.branch && head === request.head) return
    throw new AmeliaError('REF_MOVED', `HEAD was moved: it is ${branch} at ${head ?? 'nothing'}.`, {
      refs: ['HEAD'],
    })
  }
  checkHead()
  const own = new Map(changedBetween(treeAt(request.head), files).map((path) => [path, files.get(path)]))
  const isTouched = (path: string): boolean => own.has(path) && files.get(path) !== own.get(path)
  let at = treeAt(request.head)
  const put = (tree: MemoryTree): void => {
    const left = [...new Set([...changedBetween(at, files), ...own.keys()])]
    const thrown = left.filter((path) =>
      own.has(path) ? isTouched(path) : files.get(path) !== tree.get(path),
    )
    const kept = new Map(at)
    for (const path of thrown) putFile(kept, path, files.get(path))
    if (thrown.length > 0) keep(kept)
    for (const path of changedBetween(files, tree)) if (!own.has(path)) putFile(files, path, tree.get(path))
    for (const [path, text] of own) putFile(files, path, text)
    at = tree
  }
  return {
    changes(base) {
      checkHead()
      const before = treeAt(base)
      const paths = new Set([...changedBetween(before, files), ...own.keys()])
      return [...paths]
        .filter((path) => !own.has(path) || isTouched(path))
        .sort()
        .map((path) => {
          const content = files.get(path)
          const touched = own.has(path) ? { own: true as const } : {}
          if (content === undefined) return { path, kind: 'deleted', ...touched }
          const size = new TextEncoder().encode(content).length
          return { path, kind: before.has(path) ? 'modified' : 'added', size, ...touched }
        })
    },
    put(tree) {
      checkHead()
      put(tree)
    },
    saved(tree) {
      at = tree
    },
    close() {
      const { branch, head } = readHead()
      if (branch === request.branch && head !== undefined) put(treeAt(head))
    },
  }
}
