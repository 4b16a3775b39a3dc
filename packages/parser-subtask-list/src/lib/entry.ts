import type { PlanStatus, StepDraft, SubtaskType } from '@amelia/core/plugin'

/** A subtask of the text, with unresolved dependencies. */
export interface Entry {
  /** Normalized. */
  id: string
  title: string
  body: string
  type?: SubtaskType
  /** Its dependencies, as written; without them it waits for the subtask before it. */
  depends?: string
  files: string[]
  steps: StepDraft[]
  status?: PlanStatus
  /** The phase that the line declares. */
  phase?: number
  line: number
  column: number
  /** The first and the last line of its section, if it has one. */
  section?: [from: number, to: number]
}
