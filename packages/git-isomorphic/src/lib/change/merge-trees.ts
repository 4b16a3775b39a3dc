import { comparePaths } from '../object/compare-paths.ts'
import { editTree } from './edit-tree.ts'
import { mergeText } from './merge-text.ts'
import type { ObjectStore } from '../object/object-store.ts'
import { isFileEntry, isFolderEntry, isSameEntry, type TreeEntry } from '../object/tree-entry.ts'

/** Trees to merge. `base` is null if they have no common tree. */
export interface TreeMerge {
  readonly base: string | null
  readonly ours: string
  readonly theirs: string
}

interface Versions {
  readonly base: TreeEntry | undefined
  readonly ours: TreeEntry | undefined
  readonly theirs: TreeEntry | undefined
}

/**
 * Merges two trees, or returns the sorted paths of conflicts, in which case nothing is written.
 *
 * Does not detect renames: a file renamed on one side and changed on the other is a conflict.
 */
export const mergeTrees = async (
  store: ObjectStore,
  { base, ours, theirs }: TreeMerge,
): Promise<{ tree: string } | { conflicts: string[] }> => {
  const edits = new Map<string, TreeEntry | null>()
  const contents = new Map<string, { readonly mode: string; readonly bytes: Uint8Array }>()
  const conflicts: string[] = []

  /** Takes an entry of the other side, with everything below it. */
  const take = async (path: string, entry: TreeEntry | undefined): Promise<void> => {
    if (!isFolderEntry(entry)) {
      edits.set(path, entry ?? null)
      return
    }
    for (const [name, inner] of await store.readTree(entry.id)) await take(`${path}/${name}`, inner)
  }
  const joinFiles = async (
    path: string,
    { base: was, ours: mine, theirs: other }: Versions,
  ): Promise<void> => {
    if (!isFileEntry(was) || !isFileEntry(mine) || !isFileEntry(other)) {
      conflicts.push(path)
      return
    }
    const mode = mine.mode === was.mode ? other.mode : mine.mode
    // One side may have changed only the mode.
    const settled =
      mine.id === was.id || mine.id === other.id ? other.id : other.id === was.id ? mine.id : null
    if (settled !== null) {
      edits.set(path, { mode, id: settled })
      return
    }
    const [before, one, two] = await Promise.all([was, mine, other].map(({ id }) => store.readBlob(id)))
    const bytes = before && one && two ? mergeText(before, one, two) : null
    if (bytes === null) conflicts.push(path)
    else contents.set(path, { mode, bytes })
  }
  const join = async (path: string, versions: Versions): Promise<void> => {
    const { base: was, ours: mine, theirs: other } = versions
    if (isSameEntry(mine, other) || isSameEntry(was, other)) return
    const present = [was, mine, other].filter((entry) => entry !== undefined)
    if (present.every(isFolderEntry))
      await joinFolders(
        `${path}/`,
        [was, mine, other].map((entry) => entry?.id ?? null),
      )
    else if (!isSameEntry(was, mine)) await joinFiles(path, versions)
    else await replace(path, mine, other)
  }
  /** Our side is unchanged here. Lists removals before additions, because a folder may become a file. */
  const replace = async (
    path: string,
    mine: TreeEntry | undefined,
    other: TreeEntry | undefined,
  ): Promise<void> => {
    if (isFolderEntry(mine) && other === undefined) {
      for (const [name, inner] of await store.readTree(mine.id))
        await replace(`${path}/${name}`, inner, undefined)
      return
    }
    if (isFolderEntry(other)) edits.set(path, null)
    await take(path, other)
  }
  const joinFolders = async (folder: string, ids: (string | null)[]): Promise<void> => {
    const [was, mine, other] = await Promise.all(ids.map((id) => store.readTree(id)))
    const names = new Set([...(was?.keys() ?? []), ...(mine?.keys() ?? []), ...(other?.keys() ?? [])])
    for (const name of names) {
      const versions = { base: was?.get(name), ours: mine?.get(name), theirs: other?.get(name) }
      await join(`${folder}${name}`, versions)
    }
  }

  if (ours !== theirs) await joinFolders('', [base, ours, theirs])
  if (conflicts.length > 0) return { conflicts: conflicts.sort(comparePaths) }
  for (const [path, { mode, bytes }] of contents) edits.set(path, { mode, id: await store.writeBlob(bytes) })
  return { tree: await editTree(store, ours, edits) }
}
