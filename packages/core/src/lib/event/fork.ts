/** The origin of a forked run. */
export interface Fork {
  /** The id of the run that was forked. */
  runId: string
  /** The phase before which the fork began. */
  phaseId: string
  /** The commit that the fork began on. */
  commit: string
  /** The phases whose commits were adopted, and that the fork does not run again. */
  adopted: string[]
}
