/** The effect of an edited plan on one phase of a run. */
export interface PlanChange {
  /** The id of the phase. */
  phaseId: string
  /** The title of the phase; in the edited plan, unless it is removed there. */
  title: string
  /**
   * - `added`: the phase is new.
   * - `changed`: the phase is not completed, and starts over as the plan now describes it.
   * - `again`: the phase is completed and its work changed, so it runs again on top of its commit.
   * - `removed`: the phase is not to be done any more.
   * - `stays`: the phase's commit is on the run's head, or is being moved there, and stays as it is.
   */
  change: 'added' | 'changed' | 'again' | 'removed' | 'stays'
  /** The fields that differ, by their names in the plan. */
  fields: string[]
}
