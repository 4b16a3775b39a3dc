/** A place in a plan's text that says that a piece of work is not done. */
export interface PlanMark {
  /** The line at which the phase, the subtask or the step begins, as its own `line`. */
  work: number
  /** The line of the plan's text that changes, from 1. */
  line: number
  /** The column of the change, from 1 in UTF-16 units. */
  column: number
  /** The text there, such as `[ ]`. Empty where a mark is missing. */
  old: string
  /** The text that says that the work is done, such as `[x]`. */
  new: string
}
