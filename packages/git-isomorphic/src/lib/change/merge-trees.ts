import type { MarkedPath, MarkedTree } from '@amelia/core/plugin'
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
  /** The labels after conflict markers. */
  readonly labels: Readonly<Record<'ours' | 'theirs', string>>
}

interface Versions {
  readonly base: TreeEntry | undefined
  readonly ours: TreeEntry | undefined
  readonly theirs: TreeEntry | undefined
}

/**
 * Merges two trees. With conflicts, returns their sorted paths, and the tree with markers.
 *
 * Does not detect renames: a file renamed on one side and changed on the other is a conflict.
 */
export const mergeTrees = async (
  store: ObjectStore,
  { base, ours, theirs, labels }: TreeMerge,
): Promise<{ tree: string } | { conflicts: string[]; marked: MarkedTree }> => {
  const edits = new Map<string, TreeEntry | null>()
  const contents = new Map<string, { readonly mode: string; readonly bytes: Uint8Array }>()
  const conflicts: string[] = []
  const marked: MarkedPath[] = []

  /** Takes an entry of the other side, with everything below it. */
  const take = async (path: string, entry: TreeEntry | undefined): Promise<void> => {
    if (!isFolderEntry(entry)) {
      edits.set(path, entry ?? null)
      return
    }
    for (const [name, inner] of await store.readTree(entry.id)) await take(`${path}/${name}`, inner)
  }
  /** Puts the file of one side beside the other side's entry, which has its path, as git does. */
  const moveAside = async (path: string, by: 'ours' | 'theirs', entries: Versions): Promise<void> => {
    const aside = `${path}~${labels[by]}`
    marked.push({ path: aside, conflict: 'moved', by, from: path })
    edits.set(aside, entries[by]!)
    if (by === 'theirs') return
    edits.set(path, null)
    await take(path, entries.theirs)
  }
  /** Leaves a conflict that cannot have markers. */
  const leave = async (path: string, versions: Versions): Promise<void> => {
    const { ours: mine, theirs: other } = versions
    conflicts.push(path)
    if (!mine || !other) {
      marked.push({ path, conflict: 'deleted', by: mine ? 'theirs' : 'ours' })
      await take(path, mine ?? other)
    } else if (typeOf(mine) === typeOf(other)) marked.push({ path, conflict: 'kept' })
    else await moveAside(path, isFolderEntry(other) || isFileEntry(mine) ? 'ours' : 'theirs', versions)
  }
  const joinFiles = async (path: string, versions: Versions): Promise<void> => {
    const { base: was, ours: mine, theirs: other } = versions
    if (!isFileEntry(mine) || !isFileEntry(other)) return leave(path, versions)
    // Both sides may have added the file.
    const before = isFileEntry(was) ? was : undefined
    const mode = mine.mode === before?.mode ? other.mode : mine.mode
    // One side may have changed only the mode.
    const decided =
      mine.id === before?.id || mine.id === other.id ? other.id : other.id === before?.id ? mine.id : null
    if (decided !== null && before) {
      edits.set(path, { mode, id: decided })
      return
    }
    const [old, one, two] = await Promise.all(
      [before, mine, other].map(async (entry) => (entry ? store.readBlob(entry.id) : new Uint8Array())),
    )
    const merged = mergeText(old!, one!, two!, labels)
    if (merged === null) return leave(path, versions)
    contents.set(path, { mode, bytes: merged.bytes })
    if (before && !merged.conflicts) return
    conflicts.push(path)
    marked.push({ path, conflict: merged.conflicts ? 'lines' : 'kept' })
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
  for (const [path, { mode, bytes }] of contents) edits.set(path, { mode, id: await store.writeBlob(bytes) })
  const tree = await editTree(store, ours, edits)
  if (conflicts.length === 0) return { tree }
  const paths = marked.sort((one, other) => comparePaths(one.path, other.path))
  return { conflicts: conflicts.sort(comparePaths), marked: { tree, paths } }
}

/** The type of an entry: file, link, submodule or folder. The executable bit does not count. */
const typeOf = ({ mode }: TreeEntry): string => mode.slice(0, -3)
