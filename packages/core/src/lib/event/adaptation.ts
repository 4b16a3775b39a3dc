/** What an agent did that mended a step. */
export interface Adaptation {
  /** The paths that it changed, as the engine saw it, at most 40. */
  files: string[]
  /** How many more there are. */
  more?: number
  /** What it said at its end: a claim. */
  said: string
}
