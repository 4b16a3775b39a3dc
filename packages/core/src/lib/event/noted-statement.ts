/** A statement of the run, in its chain of statements. */
export interface NotedStatement {
  /** The commit of the chain that adds it. */
  readonly commit: string
  /** The SHA-256 of its payload, in hex. */
  readonly digest: string
  /** Why it is unsigned. Absent: it is signed. */
  readonly unsigned?: string
}
