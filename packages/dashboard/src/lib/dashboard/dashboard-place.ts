/** The place in a dashboard that an address names. */
export interface DashboardPlace {
  /** The run. */
  runId?: string | undefined
  /** The view of the run. Default: the graph. */
  view?: string | undefined
  /** The open phase. */
  phaseId?: string | undefined
  /** Whether the phase is open over the whole width. Default: false. */
  isWide?: boolean | undefined
  /** The search in the list of runs. Default: none. */
  search?: string | undefined
}
