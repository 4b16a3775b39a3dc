/** The place of a run: its repository, and the database of its journal. */
export interface RunPlace {
  repo: string
  /** Address of a PostgreSQL database. Default: the journal is below the git folder of the repository. */
  database?: string | undefined
  /** Milliseconds after which a silent process of a cluster has died. Default: 30,000. */
  deadAfter?: number | undefined
}
