/** A path that git ignores, and the rule that covers it. */
export interface IgnoredPath {
  /** The path as it was given. */
  path: string
  /**
   * The file of the rule, relative to the root with `/`; `.git/info/exclude`, or `core.excludesFile` for the
   * user's own file.
   */
  source: string
  /** The line of the rule, from 1. */
  line: number
  /** The pattern of the rule. */
  pattern: string
}
