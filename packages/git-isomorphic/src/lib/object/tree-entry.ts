/** One entry of a tree. */
export interface TreeEntry {
  /** Git's mode: `100644`, `100755`, `120000`, `160000`, or `40000` for a folder. */
  readonly mode: string
  readonly id: string
}

/**
 * The entries of one folder by name.
 *
 * A name that is not valid UTF-8 is stored as its bytes after a NUL: no path can refer to it, and it is
 * written back unchanged.
 */
export type Tree = ReadonlyMap<string, TreeEntry>

export const folderMode = '40000'

export const isFolderEntry = (entry: TreeEntry | undefined): entry is TreeEntry => entry?.mode === folderMode

export const isFileEntry = (entry: TreeEntry | undefined): entry is TreeEntry =>
  entry?.mode.startsWith('100') ?? false

export const isSameEntry = (one: TreeEntry | undefined, other: TreeEntry | undefined): boolean =>
  one?.id === other?.id && one?.mode === other?.mode
