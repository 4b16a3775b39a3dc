import type { SubtaskReport } from '../event/report.ts'
import type { PhaseStatus } from '../event/phase-status.ts'

/** A phase as the views show it: the facts of the plan, and the state if there is a run. */
export interface PhaseView {
  id: string
  title: string
  dependsOn: readonly string[]
  estimate?: number | undefined
  priority?: number | undefined
  /** The estimated minutes of its steps, in a plan that estimates steps. */
  minutes?: number | undefined
  /** The number of its subtasks. */
  tasks: number
  status?: PhaseStatus | undefined
  subtasks?: readonly {
    title: string
    status: SubtaskReport['status']
  }[]
}
