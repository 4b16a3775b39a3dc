import { anObject, list, shape, text } from '../error/check/rule.ts'
import type { SubtaskReport } from '../event/report.ts'
import type { ReportedStatus } from '../event/phase-status.ts'

/** A phase as the views show it: the facts of the plan, and the state if there is a run. */
export interface PhaseView {
  /** The phase's id in the plan. */
  id: string
  /** The phase's title in the plan. */
  title: string
  /** Ids of the phases that it depends on. */
  dependsOn: readonly string[]
  /** The estimate in the plan, in the plan's unit. */
  estimate?: number | undefined
  /** The priority in the plan. */
  priority?: number | undefined
  /** The estimated minutes of its steps, in a plan that estimates steps. */
  minutes?: number | undefined
  /** The number of its subtasks. */
  tasks: number
  /** The phase's state: in the run, or without a run as the plan states it. */
  status?: ReportedStatus | undefined
  /** Whether the run leaves it out, see `PhaseReport.excluded`. */
  excluded?: boolean | undefined
  /** The phase's subtasks, in plan order, with their states. */
  subtasks?: readonly {
    title: string
    status: SubtaskReport['status']
    /** Whether its state is the claim of its phase's agent. */
    claimed?: boolean | undefined
  }[]
}

const phase = shape('a phase, as viewPhases returns', { id: text, title: text, dependsOn: list(text) })

/** The values that renderers show. */
export const viewRules = {
  phases: list(phase, 'a list of phases, as viewPhases returns'),
  batches: list(shape('a batch, as planBatches returns', { phases: list(text) }), 'a list of batches'),
  report: shape('a report, as run.report() and readRun return', {
    status: text,
    goal: text,
    phases: list(anObject),
  }),
}
