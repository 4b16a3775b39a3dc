import type { Change } from '../../contract/git/change.ts'
import type { InPlaceRequest } from '../../contract/open-workspace-request.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { changedBetween, type MemoryTree, putFile } from './memory-tree.ts'

/** The parts of the repository that a phase in the checkout uses. */
export interface MemoryPlaceParts {
  files: Map<string, string>
  request: InPlaceRequest
  /** Returns the current HEAD. */
  readHead(): { branch: string; head: string | undefined }
  treeAt(commit: string): MemoryTree
  /** Keeps a tree under the attempt's ref if that is free, otherwise under the ref for leftovers. */
  keep(tree: MemoryTree): void
}

/** A phase in the user's checkout, in memory. */
export interface MemoryPlace {
  /** Returns the changes against a commit, with the user's only if touched. Throws `REF_MOVED`. */
  changes(base: string): Change[]
  put(tree: MemoryTree): void
  /** Records that the files are committed. */
  saved(tree: MemoryTree): void
  close(): void
}

/** Records the user's changes, and preserves them. */
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
    throw new AmeliaError('REF_MOVED', `HEAD was moved to ${branch} at ${head ?? 'no commit'}.`, {
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
