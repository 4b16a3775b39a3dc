/** One path that an attempt changed, relative to the root, with `/`. */
export interface Change {
  /** The path, relative to the workspace's root, with `/`. */
  path: string
  /**
   * `mode`: only the executable bit. `type`: another type, such as a symbolic link in place of a file.
   * `in_submodule`: a change inside a submodule that no commit of the submodule contains. A submodule at
   * another commit is `modified`.
   */
  kind: 'added' | 'modified' | 'deleted' | 'mode' | 'type' | 'nested_repository' | 'in_submodule'
  /** The target of a symbolic link that leaves the workspace. */
  outside?: string
  /** Bytes of the file, where there is one. */
  size?: number
  /** In place: the path was the user's own when the phase began. It enters no commit. */
  own?: true
  /** The setting of git that runs the file as a program, such as `filter.NAME.clean`. */
  program?: string
}
