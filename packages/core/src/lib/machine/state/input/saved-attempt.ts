/** An attempt's work as a commit. */
export interface SavedAttempt {
  /** The attempt's private commit. Undefined without a change. */
  commit: string | undefined
  /** The tree of that commit. */
  tree: string | undefined
  /** The paths that it changes. */
  files: string[]
}
