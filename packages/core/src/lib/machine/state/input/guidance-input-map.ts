/** The inputs about texts of people, by type. */
export interface GuidanceInputMap {
  /** A person has a text for the agent of a phase. `steerId`: the command's id, or a new one. */
  steer_requested: { phaseId: string; steerId: string; text: string }
  /** Texts are about to be given to a session: in its prompt, or for the next turn of a running one. */
  steer_given: { steerIds: string[]; to: 'prompt' | 'turn' }
  /** `deferred`: no running session has received it. `dropped`: whether one has is unknown. */
  steer_answered: { steerId: string; outcome: 'delivered' | 'deferred' | 'dropped'; reason?: string }
}
