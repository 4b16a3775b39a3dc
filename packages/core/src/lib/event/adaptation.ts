/** An agent's repair of a step. */
export interface Adaptation {
  /** The paths that it changed, as the engine observed, at most 40. */
  files: string[]
  /** How many more there are. */
  more?: number
  /** The agent's last words: a claim. */
  said: string
}
