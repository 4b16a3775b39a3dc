import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import type { Workspace } from '../../contract/workspace.ts'
import type { StepObservation } from '../../event/step-observation.ts'
import type { UnitOutcome } from '../../event/unit-outcome.ts'
import type { Performer } from '../performer.ts'

/** Where a unit runs. */
export interface UnitContext {
  performer: Performer
  phase: FrozenPhase
  /** The number of the phase's dispatch that the unit belongs to. */
  dispatch: number
  workspace: Workspace
  /** Repeats completed subtasks, because their work could not be merged. */
  redo?: boolean
  /** The ref that keeps the unit's work when it runs beside other parts of the phase. */
  partRef?: string
  /** Whether the unit has changed the workspace since it began. */
  worked?: boolean
  /** The commit of the unit's work before the step that began last; undefined without earlier work. */
  before?: string | undefined
}

export interface StepContext {
  performer: Performer
  workspace: Workspace
  /** The step's place in messages: `step 2a.1.2 (line 40)`. */
  place: string
  /** The folder of the attempt's outputs among the run's artifacts. */
  folder: string
  /** Whether a person let the step run, or did a manual one. */
  approved?: boolean
  /** Whether the step began before, after an earlier approval. */
  begun?: boolean
}

/** The part of the plan that a step belongs to. */
export interface StepPlace {
  phase: FrozenPhase
  subtaskId: string
}

/** The result of a step: its observation, and the outcome for its unit. */
export interface StepResult {
  observation: StepObservation
  result: UnitOutcome
}
