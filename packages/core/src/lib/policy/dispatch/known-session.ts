/** A session, and where it can be continued. */
export interface KnownSession {
  /** The agent's own id of the session. */
  id: string
  /** The id of its driver. */
  driver?: string
  /** The machine that it ran on, if the host names it. */
  machine?: string
  /** The lease of the process that ran it. */
  lease?: string
  /** The value of `AMELIA_SESSION` in the environment of its processes. */
  marker?: string
}
