import type { PlanStatus, StepDraft, SubtaskType } from '@amelia/core/plugin'

/** A subtask as it was found, its dependencies not resolved yet. */
export interface Entry {
  /** Normalised. */
  id: string
  title: string
  body: string
  type?: SubtaskType
  /** What it depends on, as written. */
  depends: string
  files: string[]
  steps: StepDraft[]
  status?: PlanStatus
  /** The phase that the line claims to be in. */
  phase?: number
  line: number
  column: number
}
