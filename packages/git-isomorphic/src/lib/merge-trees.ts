import { comparePaths } from './compare-paths.ts'
import { editTree } from './edit-tree.ts'
import { mergeText } from './merge-text.ts'
import type { ObjectStore } from './object-store.ts'
import { isFileEntry, isFolderEntry, isSameEntry, type TreeEntry } from './tree-entry.ts'

/** Trees that come from one: `base` is null where there is no such tree. */
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
 * Joins two trees, or names the paths at which both sides did different things, sorted.
 *
 * Names are compared, not contents: a file that one side renamed and the other changed is a conflict. Nothing is written when
 * there is one.
 */
export const mergeTrees = async (
  store: ObjectStore,
  { base, ours, theirs }: TreeMerge,
): Promise<{ tree: string } | { conflicts: string[] }> => {
  const edits = new Map<string, TreeEntry | null>()
  const contents = new Map<string, { readonly mode: string; readonly bytes: Uint8Array }>()
  const conflicts: string[] = []

  /** Takes an entry of theirs, all that is below it included. */
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
    // One side may have changed the mode alone.
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
  /** Ours did nothing here. What goes is named before what comes: a folder may become a file. */
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
