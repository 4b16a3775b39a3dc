/** The statements about the phases that are integrated. */
export interface ReportedStatements {
  /** The number of phases that are integrated. */
  phases: number
  /** The number of those with a signed statement. */
  signed: number
  /** The number of those with a statement that is not signed. */
  unsigned: number
  /** Why the last of these is unsigned. Absent if all are signed. */
  reason?: string
  /**
   * The number of phases that `amelia prove` has proven since, on this machine. Absent in the reports of runs
   * themselves, and once the branch has moved.
   */
  proven?: number
}
