/** The events of a person's texts for agents, by name. */
export interface SteerEventMap {
  /**
   * The outcome of a person's text for the agent of the phase. `delivered`: a session received it, in its
   * prompt or at a turn (`to`). `deferred`: it waits for the phase's next session, and another outcome
   * follows. `dropped`: it is not given to any session from now on; `reason` explains why.
   */
  phase_steered: {
    phaseId: string
    steerId: string
    text: string
    outcome: 'delivered' | 'deferred' | 'dropped'
    to?: 'prompt' | 'turn'
    reason?: string
  }
}
