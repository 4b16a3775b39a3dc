/** A path in conflict, and its state in a {@link MarkedTree}. */
export interface MarkedPath {
  /** The path in the marked tree, relative to the root, with `/`. */
  path: string
  /**
   * `lines`: both sides changed it, and the lines in conflict are between markers. `kept`: both sides
   * changed it, and it cannot have markers (a binary file, a link, a submodule): it is as in `ours`.
   * `deleted`: one side deleted it, and it is as the other side changed it. `renamed`: each side gave `from`
   * another name. `moved`: the file `from`, in whose place the other side has a folder or a link. `placed`: a
   * side added it to a folder that the other side renamed.
   */
  conflict: 'lines' | 'kept' | 'deleted' | 'renamed' | 'moved' | 'placed'
  /** The side that deleted, renamed, added or had the file. */
  by?: 'ours' | 'theirs'
  /** The path before the merge, where it is another one. */
  from?: string
}

/** The merge of two commits that conflict, with all conflicts left to be resolved in files. */
export interface MarkedTree {
  /** The id of the tree. */
  tree: string
  /** The paths in conflict, sorted. */
  paths: MarkedPath[]
}
