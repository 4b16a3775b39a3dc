/** The repository as it stands, read without changing it. */
export interface RepositoryState {
  /** The commit of HEAD; null in a repository without a commit. */
  head: string | null
  /** The full name of HEAD's branch (`refs/heads/main`); null when HEAD is detached. */
  branch: string | null
  /** The operation in progress (`merge`, `rebase`, `bisect`, ...). A run does not start during one. */
  operation: string | null
  /** Whether tracked files of the user's checkout differ from HEAD. Told, never a reason to refuse. */
  dirty: boolean
  /** Author and committer of the commits to come; null where git has none configured. */
  identity: string | null
  /**
   * Why no run can start although git reads the repository (it is read-only, a required filter is missing),
   * and what to do. Absent where one can.
   */
  obstacle?: string
  /** Where the repository is, for messages. */
  location: string
  /**
   * Special features of the repository, one sentence each: submodules, sparse checkout, shallow clone, LFS.
   */
  notes: string[]
}
