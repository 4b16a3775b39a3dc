import type { Workspace } from '../../contract/workspace.ts'
import type { StepObservation, UnitOutcome } from '../../machine/state/input.ts'
import type { Engine } from '../engine.ts'

/** What came of a step: what was seen, and what that means for its unit. */
export interface StepResult {
  observation: StepObservation
  result: UnitOutcome
}

export interface StepContext {
  engine: Engine
  workspace: Workspace
  /** Where the step is, for messages: `step 2a.1.2 (line 40)`. */
  place: string
  /** The folder of the attempt's outputs among the run's artefacts. */
  folder: string
}
