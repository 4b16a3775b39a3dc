/** The marks that a run changed in a file of its plan. */
export interface PlanTicks {
  /** The path, relative to the repository's root. */
  path: string
  /** Number of lines in which work is marked as done. */
  ticked: number
  /** Why marks of finished work were left as they are, in a sentence. */
  reason?: string
}
