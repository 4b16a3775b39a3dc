import type { Change } from './change.ts'

/** The private commit of an attempt. */
export interface CommitAttemptRequest {
  /** The attempt's own reference; it is made or moved without a comparison. */
  ref: string
  /** The whole message, trailers included. */
  message: string
  /** Seconds since 1970, for author and committer. */
  date: number
  /** The paths to take, as `changedPaths` of the backend gave them. Nothing else enters the commit. */
  changes: Change[]
}

/** A commit to make without a working tree. */
export interface ComposeRequest {
  /** The reference that keeps the new commit reachable until it is integrated. */
  ref: string
  /** The id of the tree to start from. Absent: an empty one. */
  tree?: string
  /** The id of the commit's only parent. Absent: it has none, and begins a history. */
  parent?: string
  /** Files to add to the tree, by path. One that exists is replaced, and stays executable. */
  files: Record<string, string>
  /** The complete message, trailers included. */
  message: string
  /** Seconds since 1970, for author and committer. */
  date: number
}
