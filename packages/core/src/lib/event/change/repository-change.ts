/** One change that a session or a step made to the user's repository. */
export interface RepositoryChange {
  /**
   * A reference by its full name, `HEAD`, a configuration key as `.git/config: core.hookspath`, or a file
   * below `.git`.
   */
  name: string
  /** Null if it did not exist; a digest for a file; a credential in the configuration is hidden. */
  before: string | null
  /** Null if it no longer exists. */
  after: string | null
  /** The command that undoes the change, or what to do where no command can. */
  restore: string
}
