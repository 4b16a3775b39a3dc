/** One file of a plan. */
export interface PlanSource {
  /** Names the file in issues, with `/`: a path relative to the folder of the plan. */
  path: string
  /** Bytes, if there are any: only they show a wrong encoding. */
  text: string | Uint8Array
  /** The file contains no work: agents read it with the plan. Default: false. */
  context?: boolean
}

/** A file of a plan, as a parser gets it. */
export interface PlanPart extends PlanSource {
  /** Decoded, with `\n` as line ending. */
  text: string
  /** The line of the plan's text that is the first of the file. */
  line: number
}

/** A plan: its text, or its files. */
export type PlanInput = string | Uint8Array | readonly PlanSource[]
