/** A lock file of git that stops a call. */
export interface GitLock {
  /** The absolute path of the lock file. */
  file: string
  /** Identifies this very file: a lock that another process creates later at the same path has another id. */
  id: string
  /** When the file was last written, in milliseconds since 1970. */
  since: number
}
