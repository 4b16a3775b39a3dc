/** What a tree has under one name. */
export interface TreeEntry {
  /** As git stores it: `100644`, `100755`, `120000`, `160000`, or `40000` for a folder. */
  readonly mode: string
  readonly id: string
}

/**
 * The entries of one folder by name.
 *
 * A name that is no UTF-8 is kept as its bytes behind a NUL: no path leads there, and it is written back as it was.
 */
export type Tree = ReadonlyMap<string, TreeEntry>

export const folderMode = '40000'

export const isFolderEntry = (entry: TreeEntry | undefined): entry is TreeEntry => entry?.mode === folderMode

export const isFileEntry = (entry: TreeEntry | undefined): entry is TreeEntry =>
  entry?.mode.startsWith('100') ?? false

export const isSameEntry = (one: TreeEntry | undefined, other: TreeEntry | undefined): boolean =>
  one?.id === other?.id && one?.mode === other?.mode
